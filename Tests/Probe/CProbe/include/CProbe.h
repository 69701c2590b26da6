// What the probe needs from C: a seccomp filter that counts the calling thread's system calls.
#ifndef CPROBE_H
#define CPROBE_H

#include <stdbool.h>
#include <stdint.h>

/// What the calling thread has asked of the kernel since probe_watch_system_calls.
typedef struct probe_calls {
  uint64_t futex_wakes;   // futex(FUTEX_WAKE) with any flags
  uint64_t others;        // anything else
  int64_t last_other;     // number of the last of these, -1 none
} probe_calls;

/// From now on counts every system call of the calling thread, in `calls`, and lets none but futex wakes happen: all others
/// fail with ENOSYS. The filter cannot be taken off again, so the thread is of no further use but to end by
/// probe_end_thread. False if the kernel refuses.
bool probe_watch_system_calls(probe_calls *calls);

/// Waits, without a system call, until `*word` is not 0.
void probe_spin_until(const uint32_t *word);

#endif
