// The commit of one record: a slot is taken, what its generation does not know yet is defined, the record is copied and
// sealed, the slot is let go. No allocation, no system call but one wake-up when a slot becomes full, and no wait but
// the one the `wait` policy asks for. A signal handler that interrupts a log call finds its slot held and takes another
// one.
#include <sched.h>

#include "internal.h"

// ---- What a record needs

typedef struct record {
  const rl_label *label;
  rl_thread *thread;
  rl_seat *seat;
  rl_message *message;
  const char *file;
  uint32_t file_length, line, level;
  uint32_t shape;             // id, 0: travels inside the record
  uint32_t definition_bytes;  // of the shape definition's body
  uint32_t text_budget;       // bytes of literals, keys and file name that the definition may hold
} record;

static const rl_entry *firstEntry(const rl_message *m) { return (const rl_entry *)(m + 1); }
static const rl_entry *nextEntry(const rl_entry *e) {
  return (const rl_entry *)((const uint8_t *)(e + 1) + e->value_length);
}

static uint32_t typeWords(const rl_message *m) { return m->arguments / 16 + 1; }

/// Arguments of the shape: metadata follows behind them in the record and is no part of it.
static uint32_t shapeArguments(const rl_message *m) { return m->arguments - 2 * m->metadata; }

/// What a definition takes besides its text: head, lengths, argument descriptions.
static uint32_t definitionFrame(const rl_message *m) { return 16 + 4 + 4 + shapeArguments(m) * (4 + 8 + 4); }

static uint32_t recordBytes(const record *r) {
  uint32_t extended = r->message->metadata ? 8 : 0;
  uint32_t in_line = r->shape == 0 ? 8 + r->definition_bytes : 0;
  return 24 + extended + in_line + 8 * typeWords(r->message) + r->message->values;
}

static uint32_t labelBytes(const rl_label *label) { return 8 + rl_round8(label->name_length); }
static uint32_t threadBytes(const rl_thread *thread) { return 16 + rl_round8(thread->name_length); }
enum { DROP_BYTES = 40 };

// ---- Seats, sequence and time

static rl_seat *seatOf(rl_thread *thread, const rl_ring *ring) {
  rl_seat *seat = &thread->seats[ring->index];
  if (seat->ring_serial == ring->serial) return seat;
  *seat = (rl_seat){.ring_serial = ring->serial};
  return seat;
}

/// Takes the thread's next sequence number and the ticks that go with it. A handler that logs in between makes the
/// exchange fail, and both are taken again: within a thread, sequence and ticks rise together.
static uint32_t takeSequence(rl_seat *seat, uint8_t source, uint64_t *ticks) {
  for (;;) {
    uint32_t sequence = seat->sequence;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    uint64_t now = rl_ticks(source);
    *ticks = now < seat->last_ticks ? seat->last_ticks : now;
    if (rl_swap_own(&seat->sequence, sequence, sequence + 1)) return sequence;
  }
}

// ---- Shapes

static uint64_t shapeHash(const record *r) {
  const rl_message *m = r->message;
  uint64_t h = rl_mix(m->shape ^ (uintptr_t)m->last_literal);
  h = rl_mix(h ^ ((uint64_t)m->last_literal_length << 32 | r->line));
  h = rl_mix(h ^ (uintptr_t)r->file);
  h = rl_mix(h ^ ((uint64_t)r->file_length << 32 | shapeArguments(m)));
  return h ? h : 1;
}

/// The shape's id, given at its first use in the session; 0 when the table has no place near the hash.
static uint32_t shapeIdentifier(rl_ring *ring, uint64_t hash) {
  for (uint32_t probe = 0; probe < 32; probe++) {
    uint32_t at = (uint32_t)(hash + probe) & (RL_SHAPES - 1);
    uint64_t found = __atomic_load_n(&ring->shapes[at], __ATOMIC_RELAXED);
    if (found == 0 &&
        __atomic_compare_exchange_n(&ring->shapes[at], &found, hash, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return at + 1;
    if (found == hash) return at + 1;
  }
  return 0;
}

static bool bit(const uint64_t *set, uint32_t at) { return set[at / 64] >> at % 64 & 1; }
static void setBit(uint64_t *set, uint32_t at) { set[at / 64] |= UINT64_C(1) << at % 64; }

/// Length of `text` not above `limit` that ends between scalars.
static uint32_t scalarBoundary(const char *text, uint32_t length, uint32_t limit) {
  if (length <= limit) return length;
  while (limit > 0 && ((uint8_t)text[limit] & 0xC0) == 0x80) limit--;
  return limit;
}

typedef struct writer {
  uint8_t *at;
  uint32_t text;  // bytes of text that may still be written
  bool cut;
} writer;

static void putWord(writer *w, uint32_t word) {
  memcpy(w->at, &word, 4);
  w->at += 4;
}

/// A string of the definition whose bytes come in one or more pieces; the length is filled in behind them.
static void putPiece(writer *w, const char *text, uint32_t length) {
  uint32_t kept = scalarBoundary(text, length, w->text);
  if (kept < length) w->cut = true;
  memcpy(w->at, text, kept);
  w->at += kept;
  w->text -= kept;
}

static uint8_t *openString(writer *w) {
  uint8_t *length = w->at;
  w->at += 4;
  return length;
}

static void closeString(writer *w, uint8_t *length) {
  uint32_t count = (uint32_t)(w->at - length - 4);
  memcpy(length, &count, 4);
}

static void putKey(writer *w, const rl_entry *e) {
  if (e->key == NULL) return putWord(w, UINT32_MAX);
  uint8_t *length = openString(w);
  putPiece(w, e->key, e->key_length);
  closeString(w, length);
}

/// The definition's body (docs/FORMAT.md, section 3.2) at `body`. Pieces without an argument join the literal that
/// follows.
static void writeDefinition(const record *r, uint8_t *body) {
  const rl_message *m = r->message;
  uint32_t arguments = shapeArguments(m);
  writer w = {.at = body + 16, .text = r->text_budget};
  uint8_t *length = openString(&w);
  putPiece(&w, r->file, r->file_length);
  closeString(&w, length);
  length = openString(&w);
  const rl_entry *e = firstEntry(m);
  for (uint32_t i = 0, seen = 0; i < m->entries; i++, e = nextEntry(e)) {
    if (e->type != 0 && seen++ == arguments) break;  // metadata from here on
    putPiece(&w, e->literal, e->literal_length);
    if (e->type == 0) continue;
    closeString(&w, length);
    uint8_t described[8] = {e->type, e->style, e->flags, e->precision};
    memcpy(described + 4, &e->columns, 2);
    memcpy(w.at, described, 8);
    w.at += 8;
    putKey(&w, e);
    length = openString(&w);
  }
  putPiece(&w, m->last_literal, m->last_literal_length);
  closeString(&w, length);
  uint32_t text = (uint32_t)(w.at - body - 16);
  memset(w.at, 0, body + r->definition_bytes - w.at);
  body[0] = 16;
  body[1] = w.cut;
  uint16_t count = (uint16_t)arguments;
  memcpy(body + 2, &count, 2);
  memcpy(body + 4, &r->shape, 4);
  memcpy(body + 8, &r->line, 4);
  memcpy(body + 12, &text, 4);
}

// ---- Frames

/// Where the next frame's body goes. Every frame advances the slot's offset by 8 and its body.
static uint8_t *bodyOf(const rl_slot *slot) { return slot->base + slot->offset + 8; }

static void commitFrame(rl_slot *slot, uint32_t body) {
  rl_seal_frame(slot, slot->offset, body);
  slot->offset += 8 + body;
}

static void frameText(uint8_t *to, const char *text, uint32_t length) {
  memcpy(to, text, length);
  memset(to + length, 0, rl_round8(length) - length);
}

static void defineLabel(rl_slot *slot, const rl_label *label) {
  uint8_t *body = bodyOf(slot);
  uint64_t head = 17 | (uint64_t)(uint16_t)label->identifier << 16 | (uint64_t)label->name_length << 32;
  memcpy(body, &head, 8);
  frameText(body + 8, label->name, label->name_length);
  commitFrame(slot, labelBytes(label));
  setBit(slot->labels, label->identifier);
}

static void defineThread(rl_slot *slot, const rl_thread *thread) {
  uint8_t *body = bodyOf(slot);
  uint64_t words[2] = {18 | (uint64_t)thread->name_length << 16 | (uint64_t)thread->ordinal << 32, thread->system_id};
  memcpy(body, words, 16);
  frameText(body + 16, thread->name, thread->name_length);
  commitFrame(slot, threadBytes(thread));
}

static void defineShape(rl_slot *slot, const record *r) {
  writeDefinition(r, bodyOf(slot));
  commitFrame(slot, r->definition_bytes);
  setBit(slot->shapes, r->shape - 1);
}

/// What this thread had to refuse since its last record, told in front of the next one.
static void tellDrops(rl_slot *slot, rl_seat *seat, const rl_thread *thread) {
  uint64_t words[5] = {
      33 | (uint64_t)seat->drop_reason << 8 | (uint64_t)thread->ordinal << 32,
      seat->drop_first_ticks,
      seat->drop_last_ticks,
      seat->drop_first | (uint64_t)seat->drop_last << 32,
      seat->drop_records | (uint64_t)seat->drop_keep << 32,
  };
  memcpy(bodyOf(slot), words, DROP_BYTES);
  commitFrame(slot, DROP_BYTES);
  seat->drop_records = seat->drop_keep = 0;
}

static uint8_t *putTypes(uint8_t *at, const rl_message *m) {
  uint64_t word = 0;
  uint32_t seen = 0;
  const rl_entry *e = firstEntry(m);
  for (uint32_t i = 0; i < m->entries; i++, e = nextEntry(e)) {
    if (e->type == 0) continue;
    word |= (uint64_t)e->type << seen % 16 * 4;
    if (++seen % 16 == 0) {
      memcpy(at, &word, 8);
      at += 8;
      word = 0;
    }
  }
  memcpy(at, &word, 8);
  return at + 8;
}

static void writeRecord(rl_slot *slot, const record *r, uint32_t sequence, uint64_t ticks) {
  const rl_message *m = r->message;
  uint8_t *body = bodyOf(slot), *at = body + 24;
  uint8_t flags = (uint8_t)(r->level | (m->metadata ? 0x10 : 0) | (r->shape == 0 ? 0x20 : 0));
  uint64_t head[3] = {
      1 | (uint64_t)flags << 8 | (uint64_t)(uint16_t)r->label->identifier << 16 | (uint64_t)r->thread->ordinal << 32,
      ticks,
      sequence | (uint64_t)r->shape << 32,
  };
  memcpy(body, head, 24);
  if (m->metadata) {
    uint64_t extended = (uint64_t)(uint16_t)m->metadata << 32;
    memcpy(at, &extended, 8);
    at += 8;
  }
  if (r->shape == 0) {
    uint64_t length = r->definition_bytes;
    memcpy(at, &length, 8);
    writeDefinition(r, at + 8);
    at += 8 + length;
  }
  at = putTypes(at, m);
  const rl_entry *e = firstEntry(m);
  for (uint32_t i = 0; i < m->entries; i++, e = nextEntry(e)) {
    memcpy(at, e + 1, e->value_length);
    at += e->value_length;
  }
  commitFrame(slot, (uint32_t)(at - body));
}

// ---- Size

/// Bytes for frames in an empty slot.
static uint32_t slotRoom(const rl_ring *ring) { return ring->slot_size - 2 * RL_SLOT_HEADER - RL_END_FRAME; }

static bool introduced(const rl_seat *seat, const rl_slot *slot, const rl_thread *thread) {
  for (int i = 0; i < 2; i++)
    if (seat->introduced[i].slot == slot->index + 1 && seat->introduced[i].generation == slot->generation &&
        seat->introduced[i].name_version == thread->name_version)
      return true;
  return false;
}

/// The frames that go in front of a record, and the bytes of all of them. Decided once: a signal handler that logs
/// before they are written may change what the thread's seat says, but not what fits.
typedef struct plan {
  bool label, thread, shape, drops;
  uint32_t bytes;
} plan;

static plan planFrames(const rl_slot *slot, const record *r) {
  plan p = {
      .label = !bit(slot->labels, r->label->identifier),
      .thread = !introduced(r->seat, slot, r->thread),
      .shape = r->shape && !bit(slot->shapes, r->shape - 1),
      .drops = r->seat->drop_records != 0,
      .bytes = 8 + recordBytes(r),
  };
  if (p.label) p.bytes += 8 + labelBytes(r->label);
  if (p.thread) p.bytes += 8 + threadBytes(r->thread);
  if (p.shape) p.bytes += 8 + r->definition_bytes;
  if (p.drops) p.bytes += 8 + DROP_BYTES;
  return p;
}

/// Sizes the definition: its text is cut if it would take more than half of an empty slot.
static bool planDefinition(const rl_ring *ring, record *r) {
  const rl_message *m = r->message;
  uint64_t text = m->text + m->last_literal_length + r->file_length;
  uint32_t frame = definitionFrame(m), half = slotRoom(ring) / 2 & ~7u;
  if (frame > half) return false;
  r->text_budget = text < half - frame ? (uint32_t)text : half - frame;
  // Cutting between scalars may leave some of it unused: zeros at the end.
  r->definition_bytes = rl_round8(frame + r->text_budget);
  return true;
}

/// Takes `excess` bytes off the longest string or bytes argument. False if there is none that long.
static bool cutLongest(rl_message *m, uint32_t excess) {
  rl_entry *longest = NULL, *e = (rl_entry *)firstEntry(m);
  for (uint32_t i = 0; i < m->entries; i++, e = (rl_entry *)nextEntry(e))
    if ((e->type == 6 || e->type == 7) && (longest == NULL || e->value_length > longest->value_length)) longest = e;
  if (longest == NULL || longest->value_length <= 8) return false;
  uint32_t words[2];
  uint8_t *value = (uint8_t *)(longest + 1);
  memcpy(words, value, 8);
  uint32_t old = longest->value_length;
  uint32_t kept = old - 8 > excess ? (old - 8 - excess) & ~7u : 0;
  kept = longest->type == 6 ? scalarBoundary((char *)value + 8, words[0], kept) : (kept < words[0] ? kept : words[0]);
  uint32_t cut = words[0] - kept, value_length = 8 + rl_round8(kept);
  words[1] = words[1] > UINT32_MAX - cut ? UINT32_MAX : words[1] + cut;
  words[0] = kept;
  memcpy(value, words, 8);
  memset(value + 8 + kept, 0, value_length - 8 - kept);
  memmove(value + value_length, value + old, (uint8_t *)m + m->length - (value + old));
  longest->value_length = value_length;
  m->values -= old - value_length;
  m->length -= old - value_length;
  m->cut = 1;
  m->cut_bytes += cut;
  return value_length < old;
}

/// Makes the record fit an empty slot.
static bool fitEmptySlot(rl_ring *ring, record *r) {
  if (!planDefinition(ring, r)) return false;
  uint32_t others = 8 + labelBytes(r->label) + 8 + threadBytes(r->thread) + 8 + DROP_BYTES;
  if (r->shape) others += 8 + r->definition_bytes;
  for (;;) {
    uint32_t bytes = 8 + recordBytes(r) + others;
    if (bytes <= slotRoom(ring)) return true;
    if (!cutLongest(r->message, bytes - slotRoom(ring))) return false;
  }
}

// ---- Taking a slot

static bool activate(rl_ring *ring, rl_slot *slot) {
  rl_store(&slot->state, RL_SLOT_ACTIVE);
  __atomic_add_fetch(&ring->active, 1, __ATOMIC_RELAXED);
  return true;
}

/// Holds the slot if it can take records: ACTIVE, or FREE if `fresh` allows that.
static bool tryUse(rl_ring *ring, rl_slot *slot, bool active, bool fresh) {
  uint32_t state = rl_load(&slot->state);
  if (!(active && state == RL_SLOT_ACTIVE) && !(fresh && state == RL_SLOT_FREE)) return false;
  if (!rl_slot_try(slot)) return false;
  state = rl_load(&slot->state);
  if (active && state == RL_SLOT_ACTIVE) return true;
  if (fresh && state == RL_SLOT_FREE) return activate(ring, slot);
  rl_slot_release(slot);
  return false;
}

static rl_slot *tryAny(rl_ring *ring, uint32_t start, bool active, bool fresh) {
  for (uint32_t i = 0; i < ring->slot_count; i++) {
    rl_slot *slot = &ring->slots[(start + i) % ring->slot_count];
    if (tryUse(ring, slot, active, fresh)) return slot;
  }
  return NULL;
}

/// One round over the slots. Up to half of them serve a thread each; beyond that threads share, so that the compactor
/// has something to work on.
static rl_slot *takeOnce(rl_ring *ring, rl_seat *seat, uint32_t start) {
  if (seat->favourite && tryUse(ring, &ring->slots[seat->favourite - 1], true, false))
    return &ring->slots[seat->favourite - 1];
  bool ample = __atomic_load_n(&ring->active, __ATOMIC_RELAXED) < (ring->slot_count + 1) / 2;
  rl_slot *slot = ample ? tryAny(ring, start, false, true) : tryAny(ring, start, true, false);
  if (slot == NULL) slot = ample ? tryAny(ring, start, true, false) : tryAny(ring, start, false, true);
  if (slot) seat->favourite = slot->index + 1;
  return slot;
}

/// Whether a slot is ACTIVE (and so only held by another thread for the moment).
static bool someActive(rl_ring *ring) {
  for (uint32_t i = 0; i < ring->slot_count; i++)
    if (rl_load(&ring->slots[i].state) == RL_SLOT_ACTIVE) return true;
  return false;
}

/// Waits for a slot to become free, until `deadline`.
static void waitForSlot(rl_ring *ring, int64_t deadline) {
  __atomic_add_fetch(&ring->waiters, 1, __ATOMIC_SEQ_CST);
  uint32_t seen = rl_load(&ring->freed);
  bool free = false;
  for (uint32_t i = 0; i < ring->slot_count; i++) {
    uint32_t state = rl_load(&ring->slots[i].state);
    free |= state == RL_SLOT_FREE || state == RL_SLOT_ACTIVE;
  }
  int64_t left = deadline - rl_monotonic();
  // A slot that is ACTIVE is only held for the moment; a short sleep gives its holder the processor.
  if (left > 0 && !rl_load(&ring->closed)) rl_futex_wait(&ring->freed, seen, free && left > 200000 ? 200000 : left);
  __atomic_sub_fetch(&ring->waiters, 1, __ATOMIC_SEQ_CST);
}

/// A held slot that takes records, or NULL and the reason why there is none.
static rl_slot *take(rl_ring *ring, rl_seat *seat, uint32_t start, uint32_t *reason) {
  int64_t deadline = 0;
  for (uint32_t tries = 0;; tries++) {
    if (rl_load(&ring->failed)) return *reason = RL_COUNT_FAILED, NULL;
    if (rl_load(&ring->closed)) return *reason = RL_COUNT_CLOSED, NULL;
    rl_slot *slot = takeOnce(ring, seat, start);
    if (slot) return slot;
    bool contended = someActive(ring);
    // Slots that others hold come back in a moment; after a few tries old records go, not new ones.
    bool give_up = ring->policy == RL_POLICY_OVERWRITE && (!contended || tries >= 8);
    if (give_up && (slot = rl_give_up_oldest(ring))) {
      seat->favourite = slot->index + 1;
      return slot;
    }
    if (ring->policy == RL_POLICY_WAIT) {
      int64_t now = rl_monotonic();
      if (deadline == 0) deadline = now + ring->wait_nanoseconds;
      if (now >= deadline) return *reason = RL_COUNT_TIMEOUT, NULL;
      waitForSlot(ring, deadline);
      continue;
    }
    if (!contended && ring->policy == RL_POLICY_DROP) return *reason = RL_COUNT_NO_SLOT, NULL;
    // Held by threads that the scheduler took off: give them a few turns, then count.
    if (tries >= 64) return *reason = contended ? RL_COUNT_CONTENDED : RL_COUNT_NO_SLOT, NULL;
    if (tries >= 8) sched_yield();
  }
}

// ---- The call

static bool refuse(rl_ring *ring, rl_seat *seat, uint32_t level, uint32_t reason) {
  bool keep = level >= ring->keep_level;
  uint64_t ticks;
  uint32_t sequence = takeSequence(seat, ring->clock_source, &ticks);
  if (seat->drop_records == 0) {
    seat->drop_first = seat->drop_last = sequence;
    seat->drop_first_ticks = seat->drop_last_ticks = ticks;
    seat->drop_reason = (uint8_t)reason;
  }
  // A handler that was refused just now has taken a later number than this call.
  if ((int32_t)(sequence - seat->drop_first) < 0) {
    seat->drop_first = sequence;
    seat->drop_first_ticks = ticks;
  }
  if ((int32_t)(sequence - seat->drop_last) > 0) {
    seat->drop_last = sequence;
    seat->drop_last_ticks = ticks;
  }
  seat->drop_keep += keep;
  seat->drop_records += 1;
  if (seat->drop_reason != reason) seat->drop_reason = 255;
  rl_count(ring, reason, 1);
  if (keep) rl_count(ring, RL_COUNT_REFUSED_KEEP, 1);
  return false;
}

/// Counts without the thread's seat, which leaves no trace in its sequence.
static bool countOnly(rl_ring *ring, uint32_t level, uint32_t counter) {
  rl_count(ring, counter, 1);
  if (level >= ring->keep_level) rl_count(ring, RL_COUNT_REFUSED_KEEP, 1);
  return false;
}

/// Whether no record will ever be taken again, and why. Such a ring has no seat, or one that may be another ring's by
/// now.
static bool isOver(const rl_ring *ring, uint32_t *reason) {
  if (rl_load(&ring->closed)) return *reason = RL_COUNT_CLOSED, true;
  if (rl_load(&ring->failed)) return *reason = RL_COUNT_FAILED, true;
  return false;
}

bool rl_refuse(const rl_label *label, uint32_t level, rl_thread *thread, uint32_t counter) {
  rl_ring *ring = label->ring;
  if (ring == NULL || ring->serial == 0) return false;
  uint32_t reason;
  if (isOver(ring, &reason)) return countOnly(ring, level, reason);
  if (thread->scratch == NULL) return countOnly(ring, level, counter);  // its seats are shared with other threads
  return refuse(ring, seatOf(thread, ring), level, counter);
}

static void introduce(rl_slot *slot, const record *r) {
  defineThread(slot, r->thread);
  rl_seat *seat = r->seat;
  seat->introduced[1] = seat->introduced[0];
  seat->introduced[0].slot = slot->index + 1;
  seat->introduced[0].generation = slot->generation;
  seat->introduced[0].name_version = r->thread->name_version;
}

/// Everything between taking the slot and letting it go. The slot has room.
static void write(rl_ring *ring, rl_slot *slot, const record *r, const plan *p) {
  rl_seat *seat = r->seat;
  if (p->label) defineLabel(slot, r->label);
  if (p->thread) introduce(slot, r);
  if (p->shape) defineShape(slot, r);
  if (p->drops && seat->drop_records) tellDrops(slot, seat, r->thread);
  uint64_t ticks;
  uint32_t sequence = takeSequence(seat, ring->clock_source, &ticks);
  if (ticks < slot->last_ticks) ticks = slot->last_ticks;
  // Before the record: what a gap entry would tell about this slot must never lag behind it.
  if (slot->records == 0) slot->first_ticks = ticks;
  slot->last_ticks = ticks;
  seat->last_ticks = ticks;
  writeRecord(slot, r, sequence, ticks);
  slot->records += 1;
  slot->keep_records += r->level >= ring->keep_level;
}

static void countOddities(rl_ring *ring, const rl_message *message) {
  if (message->cut) rl_count(ring, RL_COUNT_CUT_RECORDS, 1);
  if (message->cut_bytes) rl_count(ring, RL_COUNT_CUT_BYTES, message->cut_bytes);
  if (message->gone) rl_count(ring, RL_COUNT_STALE_MESSAGES, 1);
}

bool rl_log(const rl_label *label, uint32_t level, rl_thread *thread, rl_message *message, const char *file,
            uint32_t file_length, uint32_t line) {
  rl_ring *ring = label->ring;
  if (ring == NULL || ring->serial == 0) return false;  // a forked child: its pages are zeros
  uint32_t reason;
  if (isOver(ring, &reason)) return countOnly(ring, level, reason);
  record r = {
      .label = label,
      .thread = thread,
      .seat = seatOf(thread, ring),
      .message = message,
      .file = file,
      .file_length = file_length,
      .line = line,
      .level = level,
  };
  r.shape = shapeIdentifier(ring, shapeHash(&r));
  if (!fitEmptySlot(ring, &r)) return refuse(ring, r.seat, level, RL_COUNT_FAILED);
  for (;;) {
    rl_slot *slot = take(ring, r.seat, thread->ordinal, &reason);
    if (slot == NULL) {
      if (isOver(ring, &reason)) return countOnly(ring, level, reason);
      return refuse(ring, r.seat, level, reason);
    }
    plan p = planFrames(slot, &r);
    if (slot->offset + p.bytes <= ring->slot_size - RL_SLOT_HEADER - RL_END_FRAME) {
      write(ring, slot, &r, &p);
      rl_slot_release(slot);
      if (message->cut | message->gone) countOddities(ring, message);
      return true;
    }
    rl_slot_seal(ring, slot);
    rl_slot_release(slot);
    rl_ring_wake(ring);
  }
}
