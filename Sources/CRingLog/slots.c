// A slot's life: prepared (FREE), taken by a thread (ACTIVE), sealed (FULL), stored by the compactor (COMPACTING),
// prepared again. The state changes only under the slot's lock, which nobody ever waits for on the path of a log call.
#include <stddef.h>

#include "internal.h"

static const uint64_t slotMagic = 0x9D3BE1C752A46F04u;

/// docs/FORMAT.md, section 3.
typedef struct header {
  uint64_t magic, offset;
  uint8_t file_id[16];
  uint64_t nonce;
  uint8_t boot_id[16];
  uint32_t slot, size;
  uint64_t generation;
  uint64_t ticks;
  int64_t boottime, realtime;
  uint64_t ticks_per_second;
  uint32_t epoch;
  uint8_t source, reserved[3];
  uint32_t copy, session, reserved2, crc;
} header;
_Static_assert(sizeof(header) == RL_SLOT_HEADER && offsetof(header, crc) == 124, "the file's layout");

static uint64_t slotSalt(const rl_ring *ring, uint32_t slot) {
  uint64_t words[4];
  memcpy(words, ring->file_id, sizeof ring->file_id);
  words[2] = ring->nonce;
  words[3] = slot;
  uint64_t h = 0x52494E474C4F4731u;
  for (int i = 0; i < 4; i++) h = rl_mix(h ^ words[i]);
  return h;
}

static void writeHeader(rl_slot *slot, header *h, uint32_t copy, uint32_t at) {
  h->copy = copy;
  h->crc = rl_checksum(h, offsetof(header, crc));
  memcpy(slot->base + at, h, sizeof *h);
}

static void setSeal(const rl_ring *ring, rl_slot *slot) {
  if (ring->no_salt) {
    slot->salt = 0;
    slot->seed_generation = 0;
    slot->tag = 0x5A5A;
    return;
  }
  slot->salt = slotSalt(ring, slot->index);
  slot->seed_generation = (uint32_t)slot->generation;
  slot->tag = (uint16_t)(slot->salt >> 48) ^ (uint16_t)slot->generation;
}

void rl_slot_prepare(rl_ring *ring, rl_slot *slot, uint64_t generation) {
  rl_triple now = rl_clock_triple(ring->clock_source);
  header h = {
      .magic = slotMagic,
      .offset = ring->slots_offset + (uint64_t)slot->index * ring->slot_size,
      .nonce = ring->nonce,
      .slot = slot->index,
      .size = ring->slot_size,
      .generation = generation,
      .ticks = now.ticks,
      .boottime = now.boottime,
      .realtime = now.realtime,
      .ticks_per_second = ring->ticks_per_second,
      .epoch = ring->epoch,
      .source = ring->clock_source,
      .session = ring->session,
  };
  memcpy(h.file_id, ring->file_id, 16);
  memcpy(h.boot_id, ring->boot_id, 16);
  writeHeader(slot, &h, 0, 0);
  writeHeader(slot, &h, 1, ring->slot_size - RL_SLOT_HEADER);
  slot->generation = generation;
  slot->offset = RL_SLOT_HEADER;
  slot->records = slot->keep_records = 0;
  // A record's ticks are never below its slot's last ticks; 0 lets the first one be what the counter says.
  slot->first_ticks = slot->last_ticks = 0;
  slot->opened = now.boottime;
  memset(slot->shapes, 0, RL_SHAPES / 8);
  memset(slot->labels, 0, RL_LABELS / 8);
  setSeal(ring, slot);
}

bool rl_slot_try(rl_slot *slot) {
  uint32_t open = RL_LOCK_OPEN;
  // A look first: a failing exchange would take the line away from the thread that is inside.
  if (__atomic_load_n(&slot->lock, __ATOMIC_RELAXED) != RL_LOCK_OPEN) return false;
  return __atomic_compare_exchange_n(&slot->lock, &open, RL_LOCK_HELD, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void rl_slot_release(rl_slot *slot) { __atomic_store_n(&slot->lock, RL_LOCK_OPEN, __ATOMIC_RELEASE); }

void rl_slot_seal(rl_ring *ring, rl_slot *slot) {
  uint64_t body[2] = {34, slot->records | (uint64_t)slot->keep_records << 32};
  memcpy(slot->base + slot->offset + 8, body, 16);
  rl_seal_frame(slot, slot->offset, 16);
  slot->sealed = __atomic_add_fetch(&ring->sealed, 1, __ATOMIC_RELAXED);
  rl_store(&slot->state, RL_SLOT_FULL);
  __atomic_sub_fetch(&ring->active, 1, __ATOMIC_RELAXED);
  if (ring->hook) ring->hook(ring->hook_context, RL_HOOK_SEALED);
}

bool rl_slot_add(rl_ring *ring, rl_slot *slot, const void *body, uint32_t length) {
  if (slot->offset + 8 + length > ring->slot_size - RL_SLOT_HEADER - RL_END_FRAME) return false;
  memcpy(slot->base + slot->offset + 8, body, length);
  rl_seal_frame(slot, slot->offset, length);
  slot->offset += 8 + length;
  return true;
}

void rl_ring_open(rl_ring *ring) {
  for (uint32_t i = 0; i < ring->slot_count; i++) rl_slot_release(&ring->slots[i]);
}

uint32_t rl_ring_close(rl_ring *ring, int64_t nanoseconds) {
  rl_store(&ring->closed, 1);
  rl_ring_freed(ring);
  int64_t deadline = rl_monotonic() + nanoseconds;
  uint32_t held = 0;
  for (;;) {
    held = 0;
    for (uint32_t i = 0; i < ring->slot_count; i++) {
      rl_slot *slot = &ring->slots[i];
      // Held by us from here on: CLOSED is what nobody can take.
      if (rl_load(&slot->lock) == RL_LOCK_CLOSED) continue;
      if (rl_slot_try(slot)) rl_store(&slot->lock, RL_LOCK_CLOSED);
      else held++;
    }
    if (held == 0 || rl_monotonic() > deadline) return held;
    struct timespec pause = {0, 100000};
    nanosleep(&pause, NULL);
  }
}

void rl_ring_freed(rl_ring *ring) {
  __atomic_add_fetch(&ring->freed, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&ring->waiters, __ATOMIC_SEQ_CST)) rl_futex_wake(&ring->freed, INT32_MAX);
}

void rl_ring_wake(rl_ring *ring) {
  __atomic_add_fetch(&ring->work, 1, __ATOMIC_SEQ_CST);
  rl_futex_wake(&ring->work, 1);
}
