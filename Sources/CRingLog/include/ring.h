// The hot half of a ring: slots, their locks, the gate, and the commit of a record. docs/FORMAT.md, section 3.
#ifndef RL_RING_H
#define RL_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"
#include "scratch.h"

typedef struct rl_ring rl_ring;

/// What a RingLogger points to. Lives in memory that a forked child sees as zeros: mask 0 is a closed gate.
typedef struct rl_label {
  uint32_t mask;            // bit per level: enabled. Written by the ring, read by every log call.
  uint32_t identifier;      // 1, 2, 3, ...
  rl_ring *ring;
  const char *name;
  uint32_t name_length;
  uint32_t reserved;
} rl_label;

/// Puts one record into the ring. True: it is in the mapped file. False: it is not, and was counted.
/// `message` was gathered by this thread and is valid; too long a one is cut in place. `file` lives as long as the
/// process.
bool rl_log(const rl_label *label, uint32_t level, rl_thread *thread, rl_message *message, const char *file,
            uint32_t file_length, uint32_t line);

/// Counts a record that could not be kept for reason `counter` (index of docs/FORMAT.md, section 2.5). Always false.
bool rl_refuse(const rl_label *label, uint32_t level, rl_thread *thread, uint32_t counter);

#include "engine.h"

#endif
