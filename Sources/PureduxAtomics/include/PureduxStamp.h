// Numbers that are given out once in the process.
//
// Each thread takes them from a block of its own, so that threads which take many do not wait for each other.
#ifndef PUREDUX_STAMP_H
#define PUREDUX_STAMP_H

#include "PureduxLock.h"
#include <stdint.h>

/// The next number of this thread's block. Its low 16 bits are 0 where there is none, and where the block has ended. Only
/// the function below touches it; each change of a versioned value asks, so it is inlined.
#ifdef __cplusplus
extern "C"
#else
extern
#endif
PUREDUX_THREAD_LOCAL uint64_t puredux_next_stamp;

#ifdef __cplusplus
extern "C" {
#endif

/// The first number of a block of 2^16 that no thread has had.
uint64_t puredux_stamp_block(void);

/// A number that nobody in the process was given before. It is never 0.
static inline uint64_t puredux_stamp(void) {
  uint64_t stamp = puredux_next_stamp;
  if (__builtin_expect((stamp & 0xffff) == 0, 0)) stamp = puredux_stamp_block();
  puredux_next_stamp = stamp + 1;
  return stamp;
}

#ifdef __cplusplus
}
#endif

#endif
