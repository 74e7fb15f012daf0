// Numbers that are given out once in the process.
//
// Each thread takes them from a block of its own, so that threads which take many do not wait for each other.
#ifndef PUREDUX_STAMP_H
#define PUREDUX_STAMP_H

#include "PureduxLock.h"
#include <stdbool.h>
#include <stdint.h>

/// The next number of this thread's block. Its low 16 bits are 0 where there is none, and where the block has ended. Only
/// the function below touches it; each change of a versioned value asks, so it is inlined.
#ifdef __cplusplus
extern "C"
#else
extern
#endif
PUREDUX_THREAD_LOCAL uint64_t puredux_next_stamp;

/// The first number that this thread may be given in the turn of a store that it performs; 0 outside of turns.
#ifdef __cplusplus
extern "C"
#else
extern
#endif
PUREDUX_THREAD_LOCAL uint64_t puredux_first_stamp_of_turn;

/// The first number that this thread may be given while it records changes of collections; 0 otherwise.
#ifdef __cplusplus
extern "C"
#else
extern
#endif
PUREDUX_THREAD_LOCAL uint64_t puredux_first_stamp_of_recording;

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

/// Begins a turn, whose changes of collections belong together. Returns what is to be put back when it has ended.
static inline uint64_t puredux_begin_turn_of_stamps(void) {
  uint64_t outer = puredux_first_stamp_of_turn;
  uint64_t next = puredux_next_stamp;
  puredux_first_stamp_of_turn = next ? next : 1;
  return outer;
}

static inline void puredux_end_turn_of_stamps(uint64_t outer) { puredux_first_stamp_of_turn = outer; }

static inline bool puredux_is_in_turn_of_stamps(void) { return puredux_first_stamp_of_turn != 0; }

/// Whether this thread was given the number in the turn that it performs. Numbers of other threads may be taken for such,
/// in the rare turn that uses up a block.
static inline bool puredux_is_stamp_of_turn(uint64_t stamp) {
  uint64_t first = puredux_first_stamp_of_turn;
  return first != 0 && stamp - first < puredux_next_stamp - first;
}

/// Begins to record, where this thread does not yet. Returns what is to be put back when the recording has ended.
static inline uint64_t puredux_begin_recording_of_stamps(void) {
  uint64_t outer = puredux_first_stamp_of_recording;
  uint64_t next = puredux_next_stamp;
  if (outer == 0) puredux_first_stamp_of_recording = next ? next : 1;
  return outer;
}

static inline void puredux_end_recording_of_stamps(uint64_t outer) { puredux_first_stamp_of_recording = outer; }

/// Whether this thread was given the number while it records. Numbers of other threads may be taken for such, in the rare
/// recording that uses up a block.
static inline bool puredux_is_stamp_of_recording(uint64_t stamp) {
  uint64_t first = puredux_first_stamp_of_recording;
  return first != 0 && stamp - first < puredux_next_stamp - first;
}

#ifdef __cplusplus
}
#endif

#endif
