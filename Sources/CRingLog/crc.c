// CRC-32C: the processor's instruction where there is one, a table elsewhere.
#include "crc.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif
#if defined(__aarch64__)
#include <arm_acle.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif
#endif

static _Atomic(bool) tableReady;
static uint32_t table[8][256];

// Racing threads compute the same values, so the only order needed is: values before the flag.
static void fillTable(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; bit++) value = value & 1 ? value >> 1 ^ 0x82F63B78u : value >> 1;
    __atomic_store_n(&table[0][i], value, __ATOMIC_RELAXED);
  }
  for (uint32_t i = 0; i < 256; i++)
    for (int row = 1; row < 8; row++) {
      uint32_t before = table[row - 1][i];
      __atomic_store_n(&table[row][i], before >> 8 ^ table[0][before & 0xFF], __ATOMIC_RELAXED);
    }
  atomic_store_explicit(&tableReady, true, memory_order_release);
}

uint32_t rl_crc32c_portable(uint32_t state, const void *bytes, size_t count) {
  if (!atomic_load_explicit(&tableReady, memory_order_acquire)) fillTable();
  const uint8_t *at = bytes;
  for (; count >= 8; count -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);  // little-endian hosts only, as the whole format
    word ^= state;
    state = table[7][word & 0xFF] ^ table[6][word >> 8 & 0xFF] ^ table[5][word >> 16 & 0xFF] ^
            table[4][word >> 24 & 0xFF] ^ table[3][word >> 32 & 0xFF] ^ table[2][word >> 40 & 0xFF] ^
            table[1][word >> 48 & 0xFF] ^ table[0][word >> 56];
  }
  for (; count > 0; count--, at++) state = state >> 8 ^ table[0][(state ^ *at) & 0xFF];
  return state;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) static uint32_t hardware(uint32_t state, const void *bytes, size_t count) {
  const uint8_t *at = bytes;
  uint64_t wide = state;
  for (; count >= 8; count -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    wide = _mm_crc32_u64(wide, word);
  }
  state = (uint32_t)wide;
  for (; count > 0; count--, at++) state = _mm_crc32_u8(state, *at);
  return state;
}

uint32_t rl_crc32c(uint32_t state, const void *bytes, size_t count) {
  return __builtin_cpu_supports("sse4.2") ? hardware(state, bytes, count) : rl_crc32c_portable(state, bytes, count);
}

#elif defined(__aarch64__)

__attribute__((target("crc"))) static uint32_t hardware(uint32_t state, const void *bytes, size_t count) {
  const uint8_t *at = bytes;
  for (; count >= 8; count -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    state = __crc32cd(state, word);
  }
  for (; count > 0; count--, at++) state = __crc32cb(state, *at);
  return state;
}

uint32_t rl_crc32c(uint32_t state, const void *bytes, size_t count) {
#if defined(__linux__)
  bool has = getauxval(AT_HWCAP) & 1 << 7;  // HWCAP_CRC32
#else
  bool has = true;
#endif
  return has ? hardware(state, bytes, count) : rl_crc32c_portable(state, bytes, count);
}

#else

uint32_t rl_crc32c(uint32_t state, const void *bytes, size_t count) { return rl_crc32c_portable(state, bytes, count); }

#endif
