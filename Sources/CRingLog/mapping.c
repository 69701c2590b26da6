// The mapping of a ring's front part, and what a forked child may see of it: nothing.
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

// Between mmap and MADV_DONTFORK a fork would give the child the mapping, and with it the file's lock for as long as
// the child lives. So a fork waits for that moment to pass.
static pthread_mutex_t moment = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void enter(void) { pthread_mutex_lock(&moment); }
static void leave(void) { pthread_mutex_unlock(&moment); }
static void watchForks(void) { pthread_atfork(enter, leave, leave); }

uint8_t *rl_map(int fd, size_t length) {
  pthread_once(&once, watchForks);
  enter();
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory != MAP_FAILED) {
#ifdef MADV_DONTFORK
    madvise(memory, length, MADV_DONTFORK);
#endif
#ifdef MADV_POPULATE_WRITE
    // Page faults are the great enemy of mapped logging; a kernel without this call faults once per page instead.
    madvise(memory, length, MADV_POPULATE_WRITE);
#endif
  }
  leave();
  return memory == MAP_FAILED ? NULL : memory;
}

void rl_unmap(rl_ring *ring, uint8_t *memory, size_t length) {
  // A thread may be about to count something: the page of the counters turns into plain memory with the same numbers in
  // one step; all other pages go.
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t from = (size_t)(ring->counters - memory) / page * page, behind = from + page;
  uint8_t *copy = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return;  // the mapping stays: nothing is lost but address space
  memcpy(copy, memory + from, page);
  if (mremap(copy, page, page, MREMAP_MAYMOVE | MREMAP_FIXED, memory + from) == MAP_FAILED) {
    munmap(copy, page);
    return;
  }
#ifdef MADV_DONTFORK
  madvise(memory + from, page, MADV_DONTFORK);
#endif
  if (from > 0) munmap(memory, from);
  if (behind < length) munmap(memory + behind, length - behind);
  rl_ring_trim(ring);
}
