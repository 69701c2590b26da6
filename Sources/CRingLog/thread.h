// The calling thread's area, found in line.
#ifndef RL_THREAD_H
#define RL_THREAD_H

#include "internal.h"

// Of the initial-exec model, so that the first access in a handler does not allocate; a pointer, since room for such
// variables is scarce in a library that is loaded late.
#if defined(__linux__)
__attribute__((tls_model("initial-exec"), visibility("hidden")))
#endif
extern __thread rl_thread *rl_area;

/// Maps the area of a thread that has none yet.
rl_thread *rl_thread_first_call(void);

static inline rl_thread *rl_here(void) {
  rl_thread *thread = rl_area;
  return __builtin_expect(thread != NULL, 1) ? thread : rl_thread_first_call();
}

#endif
