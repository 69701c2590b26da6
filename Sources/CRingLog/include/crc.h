// CRC-32C without inversion, as the processor's instruction computes it. docs/FORMAT.md, section 1.
#ifndef RL_CRC_H
#define RL_CRC_H

#include <stddef.h>
#include <stdint.h>

/// Folds `count` bytes into `state`; uses the processor's instruction where there is one, else a table.
uint32_t rl_crc32c(uint32_t state, const void *bytes, size_t count);

/// The table version, for tests to compare with.
uint32_t rl_crc32c_portable(uint32_t state, const void *bytes, size_t count);

#endif
