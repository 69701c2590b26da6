// The counter that stamps records, and the clocks it is related to.
#ifndef RL_CLOCK_H
#define RL_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum { RL_CLOCK_TSC = 1, RL_CLOCK_CNTVCT = 2, RL_CLOCK_MONOTONIC = 3 };

typedef struct rl_triple {
  uint64_t ticks;
  int64_t boottime;
  int64_t realtime;
} rl_triple;

/// The best source here: the processor's counter if it is invariant and the kernel itself trusts it, else
/// CLOCK_MONOTONIC.
uint8_t rl_clock_source(void);

/// One reading, ordered after all earlier loads and stores of this thread, so that a reading taken while a lock is held
/// is never earlier than one taken by the previous holder.
uint64_t rl_ticks(uint8_t source);

/// Ticks, boottime and realtime of one moment (the tightest of a few tries).
rl_triple rl_clock_triple(uint8_t source);

/// Ticks per second; nominal if the processor tells it, else measured for about 10 ms. Monotonic: 1e9.
uint64_t rl_clock_frequency(uint8_t source);

#endif
