// Threads: the area each one has, and the table through which their names are watched. The first call of a thread may
// be a signal handler's, so nothing here allocates or takes a lock; the area is mapped, and goes with its thread.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "thread.h"

// ---- The table of live threads

/// `owner` is written by the thread, the rest by the watcher alone: `version` is odd while the name is being written.
typedef struct entry {
  uint64_t owner;  // ordinal << 32 | thread id, 0: free
  uint32_t version;
  uint32_t reserved;
  uint64_t named;    // the owner whose name this is
  uint64_t name[2];  // its bytes, zeros behind
} entry;

enum { THREADS = 1024 };
static entry entries[THREADS];
static uint32_t used;  // entries that ever had an owner: all others lie behind
static uint32_t watching;
static uint32_t ordinals;

/// The version that a thread without an entry watches.
static const uint32_t never = 0;

static uint64_t ownerOf(const rl_thread *thread) { return (uint64_t)thread->ordinal << 32 | thread->system_id; }

static bool replace64(uint64_t *word, uint64_t expected, uint64_t value) {
  return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

static bool replace32(uint32_t *word, uint32_t *expected, uint32_t value) {
  return __atomic_compare_exchange_n(word, expected, value, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

/// Takes a free entry; a thread that finds none is known by its first name for good.
static void enroll(rl_thread *thread) {
  thread->registry = 0;
  thread->registry_version = 0;
  thread->watched = &never;
  for (uint32_t i = 0; i < THREADS; i++) {
    if (__atomic_load_n(&entries[i].owner, __ATOMIC_RELAXED) != 0) continue;
    if (!replace64(&entries[i].owner, 0, ownerOf(thread))) continue;
    thread->registry = i + 1;
    thread->watched = &entries[i].version;
    uint32_t known = __atomic_load_n(&used, __ATOMIC_RELAXED);
    while (known <= i && !replace32(&used, &known, i + 1)) {
    }
    return;
  }
}

// ---- A thread's area

/// The area lies in front of its scratch, in one mapping.
enum { AREA = (sizeof(rl_thread) + 63) & ~63u, MAPPING = AREA + RL_SCRATCH_BYTES };

__thread rl_thread *rl_area;

static pthread_key_t endKey;
static bool hasEndKey;

/// Shared by all threads for which no area could be mapped.
static rl_thread poor = {.watched = &never};

static void nameThread(rl_thread *thread) {
  char name[RL_NAME_BYTES + 1] = {0};
  prctl(PR_GET_NAME, name, 0, 0, 0);
  thread->name_length = (uint8_t)strnlen(name, RL_NAME_BYTES);
  memcpy(thread->name, name, RL_NAME_BYTES);
}

/// Runs when a thread ends. A later call on this thread, from another destructor, sets up a new area, which ends
/// likewise.
static void endThread(void *value) {
  rl_thread *thread = value;
  rl_area = NULL;
  if (thread->registry != 0) __atomic_store_n(&entries[thread->registry - 1].owner, 0, __ATOMIC_RELEASE);
  munmap(thread, MAPPING);
}

/// In a forked child only the calling thread goes on, under a new thread id.
static void startChild(void) {
  watching = 0;
  memset(entries, 0, sizeof entries);
  used = 0;
  if (rl_area == NULL) return;
  rl_area->system_id = (uint32_t)syscall(SYS_gettid);
  rl_area->name_version += 1;
  enroll(rl_area);
}

// At load, not at first use: a handler that interrupts a once-only initialiser would wait for itself. So early, the key
// is among the first, for which the C library keeps room in every thread and allocates nothing.
__attribute__((constructor(101))) static void prepare(void) {
  hasEndKey = pthread_key_create(&endKey, endThread) == 0;
  pthread_atfork(NULL, NULL, startChild);
}

static rl_thread *mapArea(void) {
  void *mapping = mmap(NULL, MAPPING, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return NULL;
  // A thousand threads that log a little are not to cost a thousand huge pages.
  madvise(mapping, MAPPING, MADV_NOHUGEPAGE);
  rl_thread *thread = mapping;
  thread->scratch = (uint8_t *)mapping + AREA;
  thread->top = RL_SCRATCH_BASE;
  thread->ordinal = __atomic_add_fetch(&ordinals, 1, __ATOMIC_RELAXED);
  thread->system_id = (uint32_t)syscall(SYS_gettid);
  // Far apart: a message is not taken for one of an earlier thread whose area was at the same address.
  thread->serial = rl_mix(thread->ordinal);
  nameThread(thread);
  enroll(thread);
  return thread;
}

rl_thread *rl_thread_first_call(void) {
  int error = errno;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  if (rl_area == NULL) {  // else a handler came before the signals were blocked
    rl_area = mapArea();
    if (rl_area != NULL && hasEndKey) pthread_setspecific(endKey, rl_area);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return rl_area != NULL ? rl_area : &poor;
}

rl_thread *rl_thread_current(void) { return rl_here(); }

// ---- Names

/// The bytes of a thread's name as two words. False if the thread is gone.
static bool readName(uint32_t systemId, uint64_t name[2]) {
  char path[48];
  snprintf(path, sizeof path, "/proc/self/task/%u/comm", systemId);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[RL_NAME_BYTES] = {0};
  ssize_t count = read(file, text, sizeof text);
  close(file);
  if (count <= 0) return false;
  for (ssize_t i = 0; i < count; i++)
    if (text[i] == '\n' && i == count - 1) text[i] = 0;
  memcpy(name, text, sizeof text);
  return true;
}

static void watch(entry *e) {
  uint64_t owner = __atomic_load_n(&e->owner, __ATOMIC_ACQUIRE);
  uint64_t name[2];
  if (owner == 0 || !readName((uint32_t)owner, name)) return;
  if (e->named == owner && e->name[0] == name[0] && e->name[1] == name[1]) return;
  uint32_t version = e->version;
  __atomic_store_n(&e->version, version + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __atomic_store_n(&e->named, owner, __ATOMIC_RELAXED);
  __atomic_store_n(&e->name[0], name[0], __ATOMIC_RELAXED);
  __atomic_store_n(&e->name[1], name[1], __ATOMIC_RELAXED);
  __atomic_store_n(&e->version, version + 2, __ATOMIC_RELEASE);
}

void rl_threads_refresh_names(void) {
  if (__atomic_exchange_n(&watching, 1, __ATOMIC_ACQUIRE) != 0) return;  // another ring's thread is at it
  uint32_t count = __atomic_load_n(&used, __ATOMIC_ACQUIRE);
  for (uint32_t i = 0; i < count; i++) watch(&entries[i]);
  __atomic_store_n(&watching, 0, __ATOMIC_RELEASE);
}

/// A handler that logs in between sees a thread without a name rather than one with a mixed one, and its version tells
/// the next record to introduce the thread again.
static void takeName(rl_thread *thread, const uint64_t name[2]) {
  if (memcmp(thread->name, name, RL_NAME_BYTES) == 0) return;
  thread->name_length = 0;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  memcpy(thread->name, name, RL_NAME_BYTES);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  thread->name_length = (uint8_t)strnlen(thread->name, RL_NAME_BYTES);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  thread->name_version += 1;
}

void rl_thread_adopt_name(rl_thread *thread) {
  if (thread->registry == 0) return;
  const entry *e = &entries[thread->registry - 1];
  uint32_t version = __atomic_load_n(&e->version, __ATOMIC_ACQUIRE);
  if (version & 1) return;
  uint64_t named = __atomic_load_n(&e->named, __ATOMIC_RELAXED);
  uint64_t name[2] = {__atomic_load_n(&e->name[0], __ATOMIC_RELAXED), __atomic_load_n(&e->name[1], __ATOMIC_RELAXED)};
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  if (__atomic_load_n(&e->version, __ATOMIC_RELAXED) != version) return;  // the next call looks again
  thread->registry_version = version;
  if (named == ownerOf(thread)) takeName(thread, name);
}
