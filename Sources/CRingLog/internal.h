// What the C files share among themselves.
#ifndef RL_INTERNAL_H
#define RL_INTERNAL_H

#include <string.h>
#include <time.h>

#include "CRingLog.h"

/// docs/FORMAT.md, section 1.
static inline uint64_t rl_mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93u;
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}

static inline uint32_t rl_seed(const rl_slot *slot, uint32_t offset) {
  return (uint32_t)((slot->salt + offset) * 0x9E3779B97F4A7C15u >> 32) ^ slot->seed_generation;
}

static inline uint32_t rl_checksum(const void *bytes, size_t count) { return ~rl_crc32c(~0u, bytes, count); }

static inline uint32_t rl_round8(uint32_t count) { return (count + 7) & ~7u; }

/// Nanoseconds of CLOCK_MONOTONIC, for deadlines.
static inline int64_t rl_monotonic(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/// Replaces `*word` if it still is `expected`; atomic for this thread and its signal handlers only, so it costs no lock
/// prefix.
static inline bool rl_swap_own(uint32_t *word, uint32_t expected, uint32_t value) {
#if defined(__x86_64__)
  bool same;
  __asm__ volatile("cmpxchgl %3, %1" : "=@ccz"(same), "+m"(*word), "+a"(expected) : "r"(value) : "memory");
  return same;
#else
  return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

/// Writes a frame whose body (`length` bytes, a multiple of 8) is already in place, behind the eight bytes of its
/// header. The header is stored last: a kill before that line leaves the slot as it was.
static inline void rl_seal_frame(rl_slot *slot, uint32_t offset, uint32_t length) {
  uint8_t *frame = slot->base + offset;
  uint32_t low = (length + 8) / 8 | (uint32_t)slot->tag << 16;
  uint32_t crc = rl_crc32c(rl_seed(slot, offset), frame + 8, length);
  crc = rl_crc32c(crc, &low, 4);
  __atomic_store_n((uint64_t *)frame, (uint64_t)crc << 32 | low, __ATOMIC_RELEASE);
}

/// Gives up the oldest full slot and returns it held and ACTIVE, or NULL if none can be given up. gap.c
rl_slot *rl_give_up_oldest(rl_ring *ring);

#endif
