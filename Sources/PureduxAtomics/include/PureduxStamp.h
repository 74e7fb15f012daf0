// Numbers that are unique in the process.
//
// Each thread takes numbers from its own block, so that threads that take many numbers do not contend.
#ifndef PUREDUX_STAMP_H
#define PUREDUX_STAMP_H

#include "PureduxLock.h"
#include <stdbool.h>
#include <stdint.h>

/// The numbers of a thread.
typedef struct {
  /// The next number of the thread's block. The low 16 bits are 0 if there is no block or the block is used up.
  uint64_t next;
  /// The first number that the thread can receive in its current turn of a store; 0 outside turns.
  uint64_t first_of_turn;
  /// The first number that the thread can receive in its current recording of changes to collections; 0 otherwise.
  uint64_t first_of_recording;
} puredux_stamp_numbers;

/// Used only by the functions below, which are inlined because each turn and each change of a versioned value calls
/// them.
#ifdef __cplusplus
extern "C"
#else
extern
#endif
PUREDUX_THREAD_LOCAL puredux_stamp_numbers puredux_stamps;

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the first number of a new block of 2^16 numbers.
uint64_t puredux_stamp_block(void);

/// Returns a number that was never returned before in the process, and is never 0.
static inline uint64_t puredux_stamp(void) {
  uint64_t stamp = puredux_stamps.next;
  if (__builtin_expect((stamp & 0xffff) == 0, 0)) stamp = puredux_stamp_block();
  puredux_stamps.next = stamp + 1;
  return stamp;
}

/// Begins a turn, whose changes to collections belong together.
///
/// Returns the value to pass to `puredux_end_turn_of_stamps` when the turn has ended.
static inline uint64_t puredux_begin_turn_of_stamps(void) {
  uint64_t outer = puredux_stamps.first_of_turn;
  uint64_t next = puredux_stamps.next;
  puredux_stamps.first_of_turn = next ? next : 1;
  return outer;
}

static inline void puredux_end_turn_of_stamps(uint64_t outer) { puredux_stamps.first_of_turn = outer; }

static inline bool puredux_is_in_turn_of_stamps(void) { return puredux_stamps.first_of_turn != 0; }

/// Whether this thread received the number in its current turn.
///
/// In the rare turn that uses up a block, may also return true for the number of another thread.
static inline bool puredux_is_stamp_of_turn(uint64_t stamp) {
  uint64_t first = puredux_stamps.first_of_turn;
  return first != 0 && stamp - first < puredux_stamps.next - first;
}

/// Begins a recording, unless this thread is already recording.
///
/// Returns the value to pass to `puredux_end_recording_of_stamps` when the recording has ended.
static inline uint64_t puredux_begin_recording_of_stamps(void) {
  uint64_t outer = puredux_stamps.first_of_recording;
  uint64_t next = puredux_stamps.next;
  if (outer == 0) puredux_stamps.first_of_recording = next ? next : 1;
  return outer;
}

static inline void puredux_end_recording_of_stamps(uint64_t outer) { puredux_stamps.first_of_recording = outer; }

/// Whether this thread received the number in its current recording.
///
/// In the rare recording that uses up a block, may also return true for the number of another thread.
static inline bool puredux_is_stamp_of_recording(uint64_t stamp) {
  uint64_t first = puredux_stamps.first_of_recording;
  return first != 0 && stamp - first < puredux_stamps.next - first;
}

#ifdef __cplusplus
}
#endif

#endif
