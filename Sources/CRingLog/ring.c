// Memory of a ring: its state, label cells and shape table.
#include <sys/mman.h>

#include <stddef.h>

#include "internal.h"

_Static_assert(sizeof(rl_slot) == 128, "one slot, one pair of cache lines");
_Static_assert(offsetof(rl_ring, freed) == 128 && offsetof(rl_ring, sealed) == 256 && offsetof(rl_ring, slots) == 384,
               "words that many threads write stand apart");

/// Zeros that a forked child sees as zeros again: gate and locks are closed there at no cost.
static void *wipedOnFork(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#ifdef MADV_WIPEONFORK
  madvise(memory, bytes, MADV_WIPEONFORK);
#endif
  return memory;
}

rl_ring *rl_ring_create(void) {
  enum { SETS = RL_SHAPES / 8 + RL_LABELS / 8 };
  size_t head = (sizeof(rl_ring) + 4095) & ~(size_t)4095;
  size_t slots = RL_SLOTS * sizeof(rl_slot);
  size_t shapes = RL_SHAPES * sizeof(uint64_t), labels = RL_LABELS * sizeof(rl_label);
  uint8_t *memory = wipedOnFork(head + slots + shapes + labels + RL_SLOTS * SETS);
  if (memory == NULL) return NULL;
  rl_ring *ring = (rl_ring *)memory;
  uint8_t *behind = memory + head + slots;
  ring->slots = (rl_slot *)(memory + head);
  ring->shapes = (uint64_t *)behind;
  ring->labels = (rl_label *)(behind + shapes);
  for (uint32_t i = 0; i < RL_SLOTS; i++) {
    ring->slots[i].index = i;
    ring->slots[i].shapes = (uint64_t *)(behind + shapes + labels + i * SETS);
    ring->slots[i].labels = ring->slots[i].shapes + RL_SHAPES / 64;
  }
  return ring;
}

rl_label *rl_label_add(rl_ring *ring, const char *name, uint32_t length, uint32_t mask) {
  // Label ids are 1 ... RL_LABELS - 1; the last one stands for all that come when the table is full.
  bool full = ring->label_count + 1 >= RL_LABELS - 1;
  rl_label *label = &ring->labels[full ? RL_LABELS - 2 : ring->label_count];
  if (label->ring) return label;
  label->name = full ? "(more labels)" : name;
  label->name_length = full ? 13 : length;
  label->identifier = (uint32_t)(label - ring->labels) + 1;
  label->ring = ring;
  rl_store(&label->mask, mask);
  ring->label_count += 1;
  return label;
}

// Seats in use, a bit each; serials are never used twice.
static uint32_t seats;
static uint64_t serials;

bool rl_ring_register(rl_ring *ring) {
  uint32_t used = __atomic_load_n(&seats, __ATOMIC_RELAXED);
  uint64_t serial = __atomic_add_fetch(&serials, 1, __ATOMIC_RELAXED);
  for (;;) {
    // Round robin, so that a seat rests as long as possible before another ring gets it.
    uint32_t index = (uint32_t)(serial % RL_RINGS), probes = 0;
    while (probes < RL_RINGS && used >> index & 1) index = (index + 1) % RL_RINGS, probes++;
    if (probes == RL_RINGS) return false;
    if (!__atomic_compare_exchange_n(&seats, &used, used | 1u << index, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) continue;
    ring->index = index;
    ring->serial = serial;
    return true;
  }
}

void rl_ring_unregister(rl_ring *ring) { __atomic_fetch_and(&seats, ~(1u << ring->index), __ATOMIC_ACQ_REL); }
