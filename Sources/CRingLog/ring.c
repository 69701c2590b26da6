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

// The parts of a ring's memory, one behind the other.
enum {
  HEAD = (sizeof(rl_ring) + 4095) & ~(size_t)4095,
  SLOTS = RL_SLOTS * sizeof(rl_slot),
  SHAPES = RL_SHAPES * sizeof(uint64_t),
  LABELS = RL_LABELS * sizeof(rl_label),
  SETS = RL_SHAPES / 8 + RL_LABELS / 8,
  MEMORY = HEAD + SLOTS + SHAPES + LABELS + RL_SLOTS * SETS,
};

rl_ring *rl_ring_create(void) {
  static uint64_t serials;  // never used twice
  uint8_t *memory = wipedOnFork(MEMORY);
  if (memory == NULL) return NULL;
  rl_ring *ring = (rl_ring *)memory;
  ring->slots = (rl_slot *)(memory + HEAD);
  ring->shapes = (uint64_t *)(memory + HEAD + SLOTS);
  ring->labels = (rl_label *)(memory + HEAD + SLOTS + SHAPES);
  for (uint32_t i = 0; i < RL_SLOTS; i++) {
    ring->slots[i].index = i;
    ring->slots[i].shapes = (uint64_t *)(memory + HEAD + SLOTS + SHAPES + LABELS + i * SETS);
    ring->slots[i].labels = ring->slots[i].shapes + RL_SHAPES / 64;
  }
  ring->serial = __atomic_add_fetch(&serials, 1, __ATOMIC_RELAXED);
  return ring;
}

void rl_ring_destroy(rl_ring *ring) { munmap(ring, MEMORY); }

_Static_assert((HEAD + SLOTS) % 4096 == 0 && SHAPES % 4096 == 0 && LABELS % 4096 == 0, "tables start on pages");

void rl_ring_trim(rl_ring *ring) {
  // Read by log calls without a slot: it must stay mapped, but nothing in it matters to a closed ring.
  madvise(ring->shapes, SHAPES, MADV_DONTNEED);
  madvise(ring->slots[0].shapes, RL_SLOTS * SETS, MADV_DONTNEED);
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

// Seats in use, a bit each.
static uint32_t seats;

bool rl_ring_register(rl_ring *ring) {
  uint32_t used = __atomic_load_n(&seats, __ATOMIC_RELAXED);
  for (;;) {
    // Round robin, so that a seat rests as long as possible before another ring gets it.
    uint32_t index = (uint32_t)(ring->serial % RL_RINGS), probes = 0;
    while (probes < RL_RINGS && used >> index & 1) index = (index + 1) % RL_RINGS, probes++;
    if (probes == RL_RINGS) return false;
    if (!__atomic_compare_exchange_n(&seats, &used, used | 1u << index, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      continue;
    ring->index = index;
    return true;
  }
}

void rl_ring_unregister(rl_ring *ring) { __atomic_fetch_and(&seats, ~(1u << ring->index), __ATOMIC_ACQ_REL); }
