// Thin wrappers of system calls; what each is for stands in the header.
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void rl_futex_wait(uint32_t *word, uint32_t expected, int64_t nanoseconds) {
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  int kept = errno;
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, nanoseconds < 0 ? NULL : &limit, NULL, 0);
  errno = kept;
}

void rl_futex_wake(uint32_t *word, int count) {
  int kept = errno;
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
  errno = kept;
}

int rl_private_descriptors(void) {
  // Unsharing closes nothing of the host's: its table stays as it is, this thread gets an empty one.
  if (syscall(SYS_close_range, 0u, ~0u, CLOSE_RANGE_UNSHARE) != 0) return errno;
  // The ring must not get one of these numbers: whatever prints would write into it. Where there is no /dev, a
  // descriptor that nothing can be written to does as well.
  for (int fd = 0; fd < 3; fd++)
    if (open("/dev/null", O_RDWR | O_CLOEXEC) < 0 && open("/", O_PATH | O_CLOEXEC) < 0) return errno;
  return 0;
}

int rl_allocate(int fd, int64_t offset, int64_t length) {
  while (fallocate(fd, 0, offset, length) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

int rl_rename_noreplace(int directory, const char *from, const char *to) {
  return renameat2(directory, from, directory, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

bool rl_random(void *bytes, size_t count) {
  uint8_t *at = bytes;
  while (count > 0) {
    ssize_t got = getrandom(at, count, 0);
    if (got < 0 && errno != EINTR) return false;
    if (got > 0) at += got, count -= (size_t)got;
  }
  return true;
}

void rl_block_signals(void) {
  sigset_t set;
  sigfillset(&set);
  const int synchronous[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
  for (size_t i = 0; i < sizeof synchronous / sizeof *synchronous; i++) sigdelset(&set, synchronous[i]);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

bool rl_error_text(int code, char *buffer, size_t count) {
#if defined(__GLIBC__)
  const char *text = strerror_r(code, buffer, count);  // GNU's may return a text of its own
  if (text != buffer) snprintf(buffer, count, "%s", text);
#else
  if (strerror_r(code, buffer, count) != 0) snprintf(buffer, count, "unknown error");
#endif
  return true;
}

void rl_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
