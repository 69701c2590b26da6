// The stack of messages under construction. Everything here may be interrupted at any instruction by a signal handler
// that logs: it starts above `top` and restores `top` before it returns. So room is reserved first (one store), and
// used afterwards.
#include "thread.h"

// A store that a handler must see is not moved across this.
static inline void fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

static inline rl_message *messageAt(const rl_thread *thread, uint32_t offset) {
  return (rl_message *)(thread->scratch + offset);
}

static inline uint32_t offsetOf(const rl_thread *thread, const rl_message *message) {
  return (uint32_t)((const uint8_t *)message - thread->scratch);
}

// ---- Log calls

uint32_t rl_enter(rl_thread *thread) {
  uint32_t depth = thread->depth;
  thread->depth = depth + 1;
  fence();
  if (depth == 0) {
    if (__builtin_expect(rl_thread_may_be_renamed(thread), 0)) rl_thread_adopt_name(thread);
    if (thread->top > RL_SCRATCH_RESET) thread->top = RL_SCRATCH_BASE;
  }
  thread->fresh = 1;
  return thread->top;
}

void rl_leave(rl_thread *thread, uint32_t mark) {
  thread->fresh = 0;
  thread->top = mark;
  fence();
  thread->depth -= 1;
}

// ---- Messages

/// A message takes at most three quarters of what is left: one that fills the largest slot is gathered whole, and one
/// nested in it, or a handler's, still finds room.
static inline uint32_t limitAt(uint32_t start) { return (RL_SCRATCH_BYTES - start) / 4 * 3 & ~7u; }

rl_message *rl_message_begin(rl_thread *thread) {
  if (thread->scratch == NULL) return NULL;
  // Outside a log call nothing restores the top: messages that were built there and dropped pile up until here.
  if (thread->depth == 0 && thread->top > RL_SCRATCH_RESET) thread->top = RL_SCRATCH_BASE;
  uint32_t start = thread->top;
  if (limitAt(start) < RL_MESSAGE_CHUNK) return NULL;
  thread->top = start + RL_MESSAGE_CHUNK;
  fence();
  thread->fresh = 0;
  uint32_t previous = thread->latest;
  while (previous >= start) {
    uint32_t below = messageAt(thread, previous)->previous;
    previous = below < previous ? below : 0;
  }
  rl_message *message = messageAt(thread, start);
  *message = (rl_message){
      .serial = ++thread->serial,
      .length = sizeof *message,
      .capacity = RL_MESSAGE_CHUNK,
      .previous = previous,
  };
  fence();
  thread->latest = start;
  return message;
}

rl_start rl_message_open(void) {
  rl_thread *thread = rl_here();
  bool trusted = thread->fresh;
  rl_message *message = rl_message_begin(thread);
  if (message == NULL) return (rl_start){NULL, 1};
  return (rl_start){message, trusted ? 0 : message->serial};
}

bool rl_message_valid(const rl_thread *thread, const rl_message *message, uint64_t serial) {
  // As an offset a foreign address is out of range: nothing is read through it.
  uintptr_t offset = (uintptr_t)message - (uintptr_t)thread->scratch;
  if (thread->scratch == NULL || offset >= RL_SCRATCH_BYTES) return false;
  uint32_t at = thread->latest;
  while (at > offset) {
    uint32_t below = messageAt(thread, at)->previous;
    if (below >= at) return false;
    at = below;
  }
  return at != 0 && at == offset && message->serial == serial;
}

/// User code runs between two pieces of a message that is built outside a log call: it may log, or, in an async
/// function, go on on another thread.
static inline rl_message *checked(rl_message *message, uint64_t check) {
  if (__builtin_expect(check == 0, 1)) return message;
  return rl_message_valid(rl_here(), message, check) ? message : NULL;
}

// ---- Room

/// Reserves more for a message whose chunk is full. What lies above it (kept messages begun since) is given up.
static bool grow(rl_message *message, uint64_t need) {
  rl_thread *thread = rl_here();
  uint32_t start = offsetOf(thread, message);
  uint32_t limit = limitAt(start);
  if (message->length + need > limit) {
    message->cut = 1;
    return false;
  }
  uint32_t wanted = message->length + (uint32_t)need + RL_MESSAGE_CHUNK;
  uint32_t capacity = wanted < limit ? wanted & ~7u : limit;
  thread->latest = start;
  thread->top = start + capacity;
  message->capacity = capacity;
  fence();
  return true;
}

/// How many bytes of text an argument may take now. An eighth of the message's room is kept for what follows: after a
/// huge string the numbers behind it are still recorded.
static uint32_t textRoom(const rl_message *message) {
  uint32_t limit = limitAt(offsetOf(rl_here(), message));
  uint32_t used = message->length + (uint32_t)sizeof(rl_entry) + 8 + limit / 8;
  return used < limit ? (limit - used) & ~7u : 0;
}

// ---- Shape

/// Folds a piece of text, and what is said about the argument behind it, into the running hash.
static inline uint64_t fold(uint64_t hash, const char *text, uint64_t length, uint64_t traits) {
  uint64_t place = (uintptr_t)text ^ UINT64_C(0xA0761D6478BD642F);
  uint64_t kind = traits + (length + 1) * UINT64_C(0xE7037ED1A0B428DB);
  unsigned __int128 product = (unsigned __int128)(hash ^ place) * kind;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// ---- Pieces

/// Writes the entry in front of a value of `value_length` bytes that is in place.
static inline void addEntry(rl_message *message, const char *literal, uint64_t literal_length, uint64_t traits,
                            uint32_t value_length) {
  rl_entry *entry = (rl_entry *)((uint8_t *)message + message->length);
  entry->literal = literal;
  entry->key = NULL;
  entry->literal_length = (uint32_t)literal_length;
  entry->key_length = 0;
  entry->value_length = value_length;
  memcpy(&entry->type, &traits, sizeof traits);
  entry->reserved2 = 0;
  uint64_t shape = fold(message->shape, literal, literal_length, traits);
  message->text += literal_length;
  if (__builtin_expect(message->key != NULL, 0) && entry->type != 0) {
    entry->key = message->key;
    entry->key_length = message->key_length;
    shape = fold(~shape, message->key, message->key_length, 0);
    message->text += message->key_length;
    message->key = NULL;
  }
  message->shape = shape;
  message->values += value_length;
  message->entries += 1;
  message->arguments += entry->type != 0;
  message->length += (uint32_t)sizeof *entry + value_length;
}

/// Where the value of the next entry goes, or NULL if there is no room for it.
static inline uint8_t *place(rl_message *message, uint32_t value_length) {
  uint32_t need = (uint32_t)sizeof(rl_entry) + value_length;
  if (__builtin_expect(message->length + need > message->capacity, 0) && !grow(message, need)) return NULL;
  return (uint8_t *)message + message->length + sizeof(rl_entry);
}

void rl_message_literal(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length) {
  message = checked(message, check);
  if (message == NULL || literal_length == 0) return;
  if (place(message, 0) != NULL) addEntry(message, literal, literal_length, 0, 0);
}

uint64_t rl_message_end(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length) {
  message = checked(message, check);
  if (message == NULL) return check;
  message->last_literal = literal;
  message->last_literal_length = (uint32_t)literal_length;
  return message->serial;
}

void rl_message_key(rl_message *message, uint64_t check, const char *key, uint64_t length) {
  message = checked(message, check);
  if (message == NULL) return;
  message->key = key;
  message->key_length = (uint32_t)length;
}

void rl_message_empty(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length,
                      uint64_t traits) {
  message = checked(message, check);
  if (message == NULL) return;
  if (place(message, 0) != NULL) addEntry(message, literal, literal_length, traits, 0);
}

void rl_message_word(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length, uint64_t traits,
                     uint64_t value) {
  message = checked(message, check);
  if (message == NULL) return;
  uint8_t *at = place(message, 8);
  if (at == NULL) return;
  memcpy(at, &value, 8);
  addEntry(message, literal, literal_length, traits, 8);
}

void rl_message_words(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length,
                      uint64_t traits, uint64_t low, uint64_t high) {
  message = checked(message, check);
  if (message == NULL) return;
  uint8_t *at = place(message, 16);
  if (at == NULL) return;
  memcpy(at, &low, 8);
  memcpy(at + 8, &high, 8);
  addEntry(message, literal, literal_length, traits, 16);
}

void rl_message_placed(rl_message *message, const char *literal, uint64_t literal_length, uint64_t traits,
                       uint32_t value_length) {
  addEntry(message, literal, literal_length, traits, value_length);
}

/// The longest prefix of at most `limit` bytes that does not end inside a scalar; what is no UTF-8 is cut anywhere.
static uint32_t scalarPrefix(const uint8_t *text, uint32_t limit) {
  for (uint32_t back = 0; back < 4 && back <= limit; back++) {
    uint8_t byte = text[limit - back];
    if ((byte & 0xC0) == 0x80) continue;
    uint32_t size = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return back < size ? limit - back : limit;
  }
  return limit;
}

void rl_message_bytes(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length,
                      uint64_t traits, const void *bytes, uint64_t length) {
  message = checked(message, check);
  if (message == NULL) return;
  uint32_t room = textRoom(message);
  uint32_t kept = length <= room ? (uint32_t)length : (traits & 0xFF) == 6 ? scalarPrefix(bytes, room) : room;
  uint32_t value_length = 8 + rl_round8(kept);
  uint8_t *at = place(message, value_length);
  if (at == NULL) return;
  uint64_t cut = length - kept;
  uint32_t head[2] = {kept, cut < UINT32_MAX ? (uint32_t)cut : UINT32_MAX};
  if (cut != 0) {
    message->cut = 1;
    message->cut_bytes += cut;
  }
  memset(at + value_length - 8, 0, 8);  // padding; the head where nothing is kept
  memcpy(at, head, 8);
  if (kept != 0) memcpy(at + 8, bytes, kept);
  addEntry(message, literal, literal_length, traits, value_length);
}
