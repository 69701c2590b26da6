// The mapping of a ring's front part, and what a forked child may see of it: nothing.
#include <pthread.h>
#include <sys/mman.h>

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

void rl_unmap(uint8_t *memory, size_t length, size_t header) {
  // A thread may be about to count something: the counters page turns into plain memory with the same numbers in one
  // step.
  uint8_t *copy = mmap(NULL, header, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return;  // the mapping stays: nothing is lost but address space
  memcpy(copy, memory, header);
  if (mremap(copy, header, header, MREMAP_MAYMOVE | MREMAP_FIXED, memory) == MAP_FAILED) {
    munmap(copy, header);
    return;
  }
#ifdef MADV_DONTFORK
  madvise(memory, header, MADV_DONTFORK);
#endif
  if (length > header) munmap(memory + header, length - header);
}
