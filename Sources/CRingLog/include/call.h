// One log call: the gate in front of it and the step behind it.
#ifndef RL_CALL_H
#define RL_CALL_H

#include "ring.h"

/// The gate: one load, one bit. The ring may change the mask at any moment.
static inline bool rl_enabled(const rl_label *label, uint32_t level) {
  return __atomic_load_n(&label->mask, __ATOMIC_RELAXED) >> level & 1;
}

/// Ends a log call that rl_enter began with `mark`: puts the message into the ring, or counts why it could not, and
/// leaves. A message whose place was used again is recorded as a sentence that says so. True: the record is kept.
bool rl_call_end(const rl_label *label, uint32_t level, rl_thread *thread, uint32_t mark, rl_message *message,
                 uint64_t serial, const char *file, uint32_t file_length, uint32_t line);

#endif
