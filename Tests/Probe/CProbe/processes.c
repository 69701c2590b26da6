// Processes and descriptors, as careless hosts use them.
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CProbe.h"

int probe_fork(void) { return fork(); }

int probe_wait(int child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

void probe_close_from(int first) { close_range((unsigned)first, ~0u, 0); }
