// The ring's state in process memory, as the Swift side sets it up and drains it. Only the compactor's thread calls
// what is declared here, except where said otherwise.
#ifndef RL_ENGINE_H
#define RL_ENGINE_H

#include <stddef.h>

enum {
  RL_SLOTS = 32,             // most slots of a ring
  RL_SHAPES = 8192,          // message shapes that get an id; later ones travel inside their records
  RL_LABELS = 16384,         // labels of a ring; later ones share the last
  RL_LABEL_BYTES = 128,      // longest label name
  RL_SLOT_HEADER = 128,      // bytes of a slot's header, and of its trailer
  RL_END_FRAME = 24,         // header and body of the frame that closes a slot
  RL_COUNTERS = 24,
};

/// Why a record was refused or what else is counted: indexes of docs/FORMAT.md, section 2.5.
enum {
  RL_COUNT_NO_SLOT = 0,
  RL_COUNT_TIMEOUT = 1,
  RL_COUNT_CONTENDED = 2,
  RL_COUNT_FAILED = 3,
  RL_COUNT_CLOSED = 4,
  RL_COUNT_REFUSED_KEEP = 5,
  RL_COUNT_GIVEN_UP_SLOTS = 6,
  RL_COUNT_GIVEN_UP_RECORDS = 7,
  RL_COUNT_GIVEN_UP_KEEP = 8,
  RL_COUNT_CUT_RECORDS = 9,
  RL_COUNT_CUT_BYTES = 10,
  RL_COUNT_STALE_MESSAGES = 11,
  RL_COUNT_BLOCKS = 12,
  RL_COUNT_IMAGES = 13,
};

enum { RL_LOCK_CLOSED = 0, RL_LOCK_OPEN = 1, RL_LOCK_HELD = 2 };
enum { RL_SLOT_UNUSABLE = 0, RL_SLOT_FREE = 1, RL_SLOT_ACTIVE = 2, RL_SLOT_FULL = 3, RL_SLOT_COMPACTING = 4 };
enum { RL_POLICY_OVERWRITE = 0, RL_POLICY_DROP = 1, RL_POLICY_WAIT = 2 };

/// Points at which a test may be called; none of them is on the path of a record that fits its slot.
enum { RL_HOOK_SEALED = 1, RL_HOOK_GAP_WRITTEN = 2 };

/// One slot. Whoever holds `lock` may touch the rest; the state changes only under the lock.
typedef struct rl_slot {
  uint32_t lock;
  uint32_t state;
  uint32_t offset;           // where the next frame goes, from the slot's start
  uint32_t records;          // in this generation
  uint32_t keep_records;     // of them at or above the keep level
  uint32_t seed_generation;  // what the seed takes from the generation
  uint64_t salt;
  uint64_t generation;
  uint64_t first_ticks, last_ticks;
  uint64_t sealed;           // order in which slots became full
  int64_t opened;            // boottime of the header
  uint8_t *base;             // in the mapping
  uint64_t *shapes;          // bit per shape id: defined in this generation
  uint64_t *labels;          // likewise
  uint32_t index;
  uint16_t tag, reserved;
  uint64_t padding[3];       // to 128 bytes: two slots' words never share a line or its neighbour
} rl_slot;

/// One gap, as in the counters page (docs/FORMAT.md, section 2.5).
typedef struct rl_gap {
  uint64_t number, nonce, generation;
  uint32_t slot, records, keep_records, epoch;
  uint64_t lowest, highest;
  uint32_t reserved, crc;
} rl_gap;

typedef struct rl_gap_summary {
  uint64_t through, nonce, slots, records, keep_records, lowest, highest;
  uint32_t epoch, crc;
} rl_gap_summary;

/// Lies at the start of a page. Words that many threads write stand 128 bytes apart.
struct rl_ring {
  uint32_t work;            // futex: raised when there is something to compact or to do
  uint32_t padding1[31];
  uint32_t freed;           // futex: raised when a slot became free
  uint32_t waiters;         // threads waiting for `freed`
  uint32_t padding2[30];
  uint64_t sealed;          // last value given to a slot's `sealed`
  uint32_t active;          // slots in state ACTIVE, roughly
  uint32_t give_up_lock;
  uint64_t gaps;            // gaps of this session so far
  uint64_t padding3[13];
  // Set once before the first log call.
  rl_slot *slots;
  uint64_t serial;          // which ring of this process, never reused; 0: no ring (a forked child reads zeros)
  uint32_t index;           // seat of this ring in every thread
  uint32_t slot_count, slot_size;
  uint32_t policy;
  int64_t wait_nanoseconds;
  uint32_t keep_level;
  uint8_t clock_source;
  bool no_salt;             // a built-in defect, for the harness that must notice it
  uint16_t reserved;
  uint32_t session, epoch;
  uint64_t nonce, ticks_per_second;
  uint64_t file_id[2], boot_id[2];
  uint64_t slots_offset;    // of slot 0 in the file
  uint8_t *counters;        // the counters page
  uint64_t counters_offset; // its place in the file
  uint32_t counters_bytes;  // one unit
  uint32_t label_count;
  uint64_t *shapes;         // RL_SHAPES hashes, 0 empty
  rl_label *labels;         // RL_LABELS cells
  void (*hook)(void *context, int point);
  void *hook_context;
  uint64_t padding4[7];
  // Changing words of the whole ring.
  uint32_t failed;          // the file can not be used any more
  uint32_t closed;          // close() was called
  uint64_t padding5[15];
  uint64_t counts[RL_COUNTERS]; // what the counters page tells, also when that page is damaged or gone
};

/// Memory for one ring, with a serial of its own: state, label cells, shape table; zeros in a forked child. NULL if
/// there is none. Never freed once it had a logger, which may be used after the ring was closed.
rl_ring *rl_ring_create(void);
/// For a ring that could not be opened.
void rl_ring_destroy(rl_ring *ring);

/// Gives the ring a seat in every thread; false if RL_RINGS rings are open. Before the first log call.
bool rl_ring_register(rl_ring *ring);
/// Gives the seat back, after close.
void rl_ring_unregister(rl_ring *ring);

/// Maps the first `length` bytes of the file, present and invisible to forked children. NULL if that fails.
uint8_t *rl_map(int fd, size_t length);
/// Unmaps them when no slot is held any more, but leaves plain memory with the same content in place of the counters: a
/// thread may be about to count something there.
void rl_unmap(rl_ring *ring, uint8_t *memory, size_t length);
/// Gives back the memory of tables that only an open ring uses; they read as zeros from then on.
void rl_ring_trim(rl_ring *ring);

/// Writes header and trailer of generation `generation` into the slot and makes it FREE (or, with `hold`, leaves the
/// lock held and the state as it is). The slot's earlier records are gone after this.
void rl_slot_prepare(rl_ring *ring, rl_slot *slot, uint64_t generation);

/// Takes the slot's lock if nobody has it. Any thread.
bool rl_slot_try(rl_slot *slot);
void rl_slot_release(rl_slot *slot);

/// Writes the end frame and makes a held slot FULL; the caller releases it. Any thread.
void rl_slot_seal(rl_ring *ring, rl_slot *slot);

/// Adds a frame of the ring's own (a clock relation) to a held ACTIVE slot; false if it has no room. `length` is a
/// multiple of 8.
bool rl_slot_add(rl_ring *ring, rl_slot *slot, const void *body, uint32_t length);

/// Opens the slots for log calls, or closes them: waits (bounded) for threads that are inside. Returns how many slots
/// are still held after `nanoseconds`.
void rl_ring_open(rl_ring *ring);
uint32_t rl_ring_close(rl_ring *ring, int64_t nanoseconds);

/// Adds to a counter, in memory and in the counters page. Any thread.
void rl_count(rl_ring *ring, uint32_t counter, uint64_t amount);
uint64_t rl_counter(const rl_ring *ring, uint32_t counter);
/// Sets all counters to zero and clears the gaps, for a new session.
void rl_counters_reset(rl_ring *ring);

/// The cell of a new label; the last cell when all are taken. `name` must live for ever. Call under a lock.
rl_label *rl_label_add(rl_ring *ring, const char *name, uint32_t length, uint32_t mask);

/// Tells threads that wait for a free slot.
void rl_ring_freed(rl_ring *ring);
/// Wakes the compactor. Any thread.
void rl_ring_wake(rl_ring *ring);

static inline uint32_t rl_load(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline void rl_store(uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

#endif
