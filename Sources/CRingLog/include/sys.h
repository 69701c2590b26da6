// System calls that Swift's C library modules do not import, in the form this project needs them.
#ifndef RL_SYS_H
#define RL_SYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Waits while `*word == expected`, at most `nanoseconds` (negative: for ever).
void rl_futex_wait(uint32_t *word, uint32_t expected, int64_t nanoseconds);
void rl_futex_wake(uint32_t *word, int count);

/// Gives the calling thread a descriptor table of its own with nothing in it but /dev/null at 0, 1, 2. 0 or an errno;
/// where the kernel refuses, the table is still the process's.
int rl_private_descriptors(void);

/// fallocate(2); 0 or an errno.
int rl_allocate(int fd, int64_t offset, int64_t length);

/// renameat2(2) with RENAME_NOREPLACE; 0 or an errno (EINVAL or ENOSYS where the file system or kernel has none).
int rl_rename_noreplace(int directory, const char *from, const char *to);

/// Fills `bytes` with random bytes of the kernel; false if it has none.
bool rl_random(void *bytes, size_t count);

/// Blocks every asynchronous signal for the calling thread (not SEGV, BUS, ILL, FPE, TRAP, ABRT, SYS).
void rl_block_signals(void);

/// The words for an errno, whichever strerror_r the C library has. Always true.
bool rl_error_text(int code, char *buffer, size_t count);

/// Names the calling thread.
void rl_name_thread(const char *name);

#endif
