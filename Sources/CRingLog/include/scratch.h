// A thread's own area: where the arguments of a message are gathered before a slot is touched. No user code ever runs
// while a slot is held; all of it (descriptions, nested log calls) runs while arguments are gathered here.
//
// The scratch is a stack. A log call notes the top when it is entered and restores it when it leaves, so a nested call
// and a signal handler's call start above what is reserved. Mapped at a thread's first call (no malloc), unmapped at
// its end.
//
// A message reserves room ahead of what it holds, so that most arguments are stored without touching the top. Messages
// are chained downwards (`latest`, `previous`): a message whose place was used again is no longer in the chain, which
// is how a message that was kept in a variable is told from one that is still whole.
#ifndef RL_SCRATCH_H
#define RL_SCRATCH_H

#include <stdbool.h>
#include <stdint.h>

struct rl_ring;

/// One piece of a message: a literal, then (if `type` is not 0) an argument whose value follows directly behind the
/// entry.
typedef struct rl_entry {
  const char *literal;      // text before the argument, must live as long as the process (a string literal)
  const char *key;          // explicit field name or NULL, likewise
  uint32_t literal_length;
  uint32_t key_length;
  uint32_t value_length;    // bytes of the value behind this entry, as in the file: a multiple of 8
  uint8_t type;             // type code of docs/FORMAT.md, 0: literal only
  uint8_t style, flags, precision;
  int16_t columns;
  uint16_t reserved;
  uint32_t reserved2;
} rl_entry;

/// A message under construction, in scratch: this header, then its entries, each followed by its value.
typedef struct rl_message {
  uint64_t serial;          // number of this message in its thread; overwritten when the place is used again
  uint64_t shape;           // running hash of literals (address and length), types, styles and keys
  uint32_t length;          // bytes from the header to the end of the last entry's value
  uint32_t entries;         // entries so far
  uint32_t arguments;       // entries with a type
  uint32_t values;          // sum of value_length
  uint64_t text;            // bytes that literals and keys take, for sizing the definition
  const char *last_literal; // text behind the last entry
  uint32_t last_literal_length;
  uint32_t metadata;        // metadata pairs: the last 2 x this arguments
  uint32_t cut;             // 1 if an argument did not fit and was cut or left out
  uint32_t capacity;        // bytes reserved for this message, from the header on
  uint64_t cut_bytes;       // bytes cut from strings while they were gathered
  const char *key;          // key of the next argument
  uint32_t key_length;
  uint32_t previous;        // offset of the live message below this one in the scratch, 0 none
  uint32_t gone;            // 1 if this stands for a kept message whose text is gone: counter 11
  uint32_t reserved;
} rl_message;

/// A thread's place in one ring.
typedef struct rl_seat {
  uint64_t ring_serial;     // which ring this seat belongs to; another value: the seat is stale
  uint32_t sequence;        // sequence number of the next record
  uint32_t favourite;       // slot tried first, plus one
  uint64_t last_ticks;
  struct {
    uint64_t generation;
    uint32_t slot;          // plus one
    uint32_t name_version;
  } introduced[2];          // slot generations that hold this thread's definition
  uint64_t drop_first_ticks, drop_last_ticks;
  uint32_t drop_first, drop_last, drop_records, drop_keep; // refused since the last kept record
  uint8_t drop_reason;
} rl_seat;

enum {
  RL_RINGS = 16,
  RL_NAME_BYTES = 16,
  RL_SCRATCH_BYTES = 1 << 20,         // address space; memory only where messages reach
  RL_SCRATCH_BASE = 64,                // offset of the first message, so that offset 0 can mean none
  RL_SCRATCH_RESET = 128 << 10,        // abandoned messages reach up to here; then they are forgotten
  RL_MESSAGE_CHUNK = 2 << 10,          // room that a message reserves at a time; without that much it is refused
};

typedef struct rl_thread {
  uint8_t *scratch;         // RL_SCRATCH_BYTES, or NULL if none could be mapped
  uint32_t top;             // bytes reserved
  uint32_t depth;           // log calls under way on this thread
  uint64_t serial;          // last message number
  uint32_t ordinal;         // 1, 2, 3, ... in this process, in order of first calls
  uint32_t system_id;       // gettid()
  uint32_t name_version;
  uint32_t registry;        // place in the table that the name watcher reads, plus one; 0 none
  uint8_t name_length;
  uint8_t fresh;            // 1 from rl_enter to the first message begun after it
  char name[RL_NAME_BYTES];
  uint32_t latest;          // offset of the highest live message, 0 none
  uint32_t registry_version; // version of the watcher's entry that was looked at last
  const uint32_t *watched;  // its version now: another value tells of a new name
  rl_seat seats[RL_RINGS];
} rl_thread;

/// This thread's area, prepared at the first call. Never NULL, but `scratch` may be: then the area is shared by all
/// threads that have none, and its seats mean nothing.
rl_thread *rl_thread_current(void);

/// Enters a log call; hand the result to rl_leave. At depth 0 whatever was abandoned may be forgotten.
uint32_t rl_enter(rl_thread *thread);
void rl_leave(rl_thread *thread, uint32_t mark);

/// Starts a message at the top of the scratch. NULL if there is no room.
rl_message *rl_message_begin(rl_thread *thread);

/// A message of the calling thread and what makes sure that it is still there: 0 if nothing needs to (it was begun
/// first thing in a log call, so all of it is built on this thread without a break), else its serial.
typedef struct rl_start {
  rl_message *message;      // NULL if there is no room; `check` is 1 then
  uint64_t check;
} rl_start;

rl_start rl_message_open(void);

/// True if `message`, begun on `thread` with `serial`, still holds what was gathered.
bool rl_message_valid(const rl_thread *thread, const rl_message *message, uint64_t serial);

// The functions below add to the message that rl_message_open returned, unless its check fails: then they do nothing,
// and rl_message_valid will tell. Each argument comes with the literal in front of it (any length, NULL if 0) and its
// `traits`, what an entry says about an argument, in the entry's order: type (8 bits), style (8), flags (8), precision
// (8), columns (16). An argument that finds no room is left out and `cut` is set.

/// A literal that is followed by another one.
void rl_message_literal(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length);

/// The last literal. Returns the message's serial.
uint64_t rl_message_end(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length);

/// The field name of the next argument; lives as long as the process.
void rl_message_key(rl_message *message, uint64_t check, const char *key, uint64_t length);

/// An argument without a value: nil, withheld.
void rl_message_empty(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length,
                      uint64_t traits);

/// An argument of 8 bytes, and one of 16.
void rl_message_word(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length, uint64_t traits,
                     uint64_t value);
void rl_message_words(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length,
                      uint64_t traits, uint64_t low, uint64_t high);

/// Text or bytes (type 6 or 7): as much as fits, cut at a scalar boundary if type is 6.
void rl_message_bytes(rl_message *message, uint64_t check, const char *literal, uint64_t literal_length,
                      uint64_t traits, const void *bytes, uint64_t length);

/// The same for a value that the caller has put in place itself, `sizeof(rl_entry)` behind the message's length and
/// within its capacity: length, 0, bytes, zeros. `value_length` counts all of it. The check is 0.
void rl_message_placed(rl_message *message, const char *literal, uint64_t literal_length, uint64_t traits,
                       uint32_t value_length);

/// Looks up threads' names anew; called by a background thread. Costs one small file read per registered thread.
void rl_threads_refresh_names(void);

/// Takes over a name that the background thread found for the calling thread; rl_enter calls it.
void rl_thread_adopt_name(rl_thread *thread);

static inline bool rl_thread_may_be_renamed(const rl_thread *thread) {
  return __atomic_load_n(thread->watched, __ATOMIC_RELAXED) != thread->registry_version;
}

#endif
