// What the probe needs from C: counting, by a seccomp filter, the system calls that one thread makes; and what Swift
// does not offer of processes and descriptors.
#ifndef CPROBE_H
#define CPROBE_H

#include <stdbool.h>
#include <stdint.h>

/// What the watched thread has asked of the kernel.
typedef struct probe_calls {
  uint64_t futex_wakes;   // futex(FUTEX_WAKE), private or not
  uint64_t others;        // anything else
  int64_t last_other;     // number of the last of these; -1 none
} probe_calls;

/// Puts a filter on the calling thread for the rest of its life: each of its system calls is trapped, counted while a
/// count is on, and then carried out. False, with errno, if this kernel or machine has no such filter.
bool probe_watch_this_thread(void);

/// Starts a count, at zero. One thread of the process at a time.
void probe_count_begin(void);
/// Ends it.
probe_calls probe_count_end(void);

/// Two system calls for the watch to be tried on: one futex wake, and one that is none.
void probe_try_wake(void);
void probe_try_other(void);

/// fork(2), which Swift does not offer. Only from a process with nothing else under way.
int probe_fork(void);
/// Waits for a child: its exit status, or 1000 plus the signal that killed it.
int probe_wait(int child);
/// Closes every descriptor of the calling thread's table from `first` on.
void probe_close_from(int first);

#endif
