// The counters page: words that check themselves, and the gaps that callers leave when they give up a slot.
// docs/FORMAT.md, section 2.5.
#include <stddef.h>

#include "internal.h"

enum { SUMMARIES = 192, GAPS = 320, ENTRY = 64 };
static const uint64_t low48 = (UINT64_C(1) << 48) - 1;

_Static_assert(sizeof(rl_gap) == ENTRY && offsetof(rl_gap, crc) == 60, "the file's layout");
_Static_assert(sizeof(rl_gap_summary) == ENTRY && offsetof(rl_gap_summary, crc) == 60, "the file's layout");

static uint64_t counterWord(const rl_ring *ring, uint32_t counter, uint64_t value) {
  if (value > low48) value = low48;
  uint64_t place = ring->nonce + counter * 0x9E3779B97F4A7C15u;
  return value | rl_mix(value ^ place) >> 48 << 48;
}

static uint64_t *counterPlace(const rl_ring *ring, uint32_t counter) { return (uint64_t *)ring->counters + counter; }

void rl_count(rl_ring *ring, uint32_t counter, uint64_t amount) {
  __atomic_add_fetch(&ring->counts[counter], amount, __ATOMIC_SEQ_CST);
  uint64_t *word = counterPlace(ring, counter);
  uint64_t old = __atomic_load_n(word, __ATOMIC_SEQ_CST), now;
  // The page follows: whoever wins the exchange has read a count that is no older than the word it replaces.
  do now = counterWord(ring, counter, __atomic_load_n(&ring->counts[counter], __ATOMIC_SEQ_CST));
  while (!__atomic_compare_exchange_n(word, &old, now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}

uint64_t rl_counter(const rl_ring *ring, uint32_t counter) {
  return __atomic_load_n(&ring->counts[counter], __ATOMIC_RELAXED);
}

void rl_counters_reset(rl_ring *ring) {
  memset(ring->counters, 0, ring->counters_bytes);
  memset(ring->counts, 0, sizeof ring->counts);
  for (uint32_t i = 0; i < RL_COUNTERS; i++) *counterPlace(ring, i) = counterWord(ring, i, 0);
  ring->gaps = 0;
}

static uint32_t placedChecksum(const rl_ring *ring, const void *entry, uint32_t at) {
  uint64_t offset = ring->counters_offset + at;
  uint32_t state = rl_crc32c(~0u, entry, 60);
  state = rl_crc32c(state, ring->file_id, 16);
  return ~rl_crc32c(state, &offset, 8);
}

static bool readSummary(const rl_ring *ring, int copy, rl_gap_summary *summary) {
  uint32_t at = SUMMARIES + copy * ENTRY;
  memcpy(summary, ring->counters + at, ENTRY);
  return summary->nonce == ring->nonce && summary->crc == placedChecksum(ring, summary, at);
}

/// Adds the gap that is about to be overwritten to the summary, into the copy that does not count now.
static void summarise(rl_ring *ring, const rl_gap *gap) {
  rl_gap_summary copies[2];
  bool valid[2];
  for (int i = 0; i < 2; i++) valid[i] = readSummary(ring, i, &copies[i]);
  int current = valid[0] && (!valid[1] || copies[0].through > copies[1].through) ? 0 : 1;
  rl_gap_summary sum = {.nonce = ring->nonce, .lowest = UINT64_MAX};
  if (valid[current]) sum = copies[current];
  sum.through = gap->number;
  sum.slots += 1;
  sum.records += gap->records;
  sum.keep_records += gap->keep_records;
  sum.lowest = gap->lowest < sum.lowest ? gap->lowest : sum.lowest;
  sum.highest = gap->highest > sum.highest ? gap->highest : sum.highest;
  sum.epoch = gap->epoch;
  uint32_t at = SUMMARIES + (1 - current) * ENTRY;
  sum.crc = placedChecksum(ring, &sum, at);
  memcpy(ring->counters + at, &sum, ENTRY);
}

/// The gap at this place moves into the summary before it is overwritten; of its two copies, one that is whole.
static void summariseAt(rl_ring *ring, uint32_t at) {
  for (int copy = 0; copy < 2; copy++) {
    rl_gap gap;
    memcpy(&gap, ring->counters + at + copy * ENTRY, ENTRY);
    if (gap.crc == placedChecksum(ring, &gap, at + copy * ENTRY)) {
      summarise(ring, &gap);
      return;
    }
  }
}

static void writeGap(rl_ring *ring, const rl_slot *slot) {
  uint32_t places = (ring->counters_bytes - GAPS) / (2 * ENTRY);
  uint64_t number = ring->gaps + 1;
  uint32_t at = GAPS + (uint32_t)((number - 1) % places) * 2 * ENTRY;
  if (number > places) summariseAt(ring, at);
  rl_gap gap = {
      .number = number,
      .nonce = ring->nonce,
      .generation = slot->generation,
      .slot = slot->index,
      .records = slot->records,
      .keep_records = slot->keep_records,
      .epoch = ring->epoch,
      .lowest = slot->first_ticks,
      .highest = slot->last_ticks,
  };
  for (int copy = 0; copy < 2; copy++) {
    gap.crc = placedChecksum(ring, &gap, at + copy * ENTRY);
    memcpy(ring->counters + at + copy * ENTRY, &gap, ENTRY);
    // One copy after the other: a kill inside the second leaves the first.
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  ring->gaps = number;
  if (ring->hook) ring->hook(ring->hook_context, RL_HOOK_GAP_WRITTEN);
}

/// The oldest full slot without keep-level records, else the oldest full one, held; NULL if none is full or free to
/// take.
static rl_slot *oldestFull(rl_ring *ring) {
  rl_slot *best = NULL;
  for (uint32_t i = 0; i < ring->slot_count; i++) {
    rl_slot *slot = &ring->slots[i];
    if (rl_load(&slot->state) != RL_SLOT_FULL || !rl_slot_try(slot)) continue;
    bool full = rl_load(&slot->state) == RL_SLOT_FULL;
    bool better = best == NULL || (slot->keep_records == 0) > (best->keep_records == 0) ||
                  ((slot->keep_records == 0) == (best->keep_records == 0) && slot->sealed < best->sealed);
    if (full && better) {
      if (best) rl_slot_release(best);
      best = slot;
    } else {
      rl_slot_release(slot);
    }
  }
  return best;
}

rl_slot *rl_give_up_oldest(rl_ring *ring) {
  // Gap numbers are given one at a time. A signal handler that interrupts the holder passes on instead of waiting.
  uint32_t open = 0;
  if (!__atomic_compare_exchange_n(&ring->give_up_lock, &open, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return NULL;
  rl_slot *slot = oldestFull(ring);
  if (slot) {
    uint32_t records = slot->records, keep = slot->keep_records;
    writeGap(ring, slot);
    rl_slot_prepare(ring, slot, slot->generation + 1);
    rl_store(&slot->state, RL_SLOT_ACTIVE);
    __atomic_add_fetch(&ring->active, 1, __ATOMIC_RELAXED);
    rl_count(ring, RL_COUNT_GIVEN_UP_SLOTS, 1);
    rl_count(ring, RL_COUNT_GIVEN_UP_RECORDS, records);
    if (keep) rl_count(ring, RL_COUNT_GIVEN_UP_KEEP, keep);
  }
  rl_store(&ring->give_up_lock, 0);
  return slot;
}
