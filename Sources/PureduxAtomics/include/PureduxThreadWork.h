// The context of a thread's current work, for recordings: the event that caused the work, and the object that records
// the values that reducers draw from outside.
#ifndef PUREDUX_THREAD_WORK_H
#define PUREDUX_THREAD_WORK_H

#include "PureduxLock.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  /// The recording and the number of the current event; 0 if there is none.
  uint64_t cause;
  /// The object that records drawn values, or returns recorded values.
  void *_Nullable draws;
  /// A pointer to the `TurnObserverHook` of the current turn.
  void *_Nullable turn_observer;
  /// The number of observers that the current observed turn has called. Outside observed turns, the number has no
  /// meaning.
  uint32_t observers;
  /// Whether the current observed turn publishes past states.
  bool shows_past;
  /// Whether reducers are being run again on past states.
  bool is_replaying;
} puredux_thread_work;

#ifdef __cplusplus
extern "C"
#else
extern
#endif
PUREDUX_THREAD_LOCAL puredux_thread_work puredux_work;

#ifdef __cplusplus
extern "C" {
#endif
/// A time counter that is fast to read. The frequency of the counter is unknown, but constant.
uint64_t puredux_ticks(void);
#ifdef __cplusplus
}
#endif

static inline uint64_t puredux_thread_cause(void) { return puredux_work.cause; }

/// Sets the cause. Returns the previous cause.
static inline uint64_t puredux_thread_set_cause(uint64_t cause) {
  uint64_t old = puredux_work.cause;
  puredux_work.cause = cause;
  return old;
}

static inline void *_Nullable puredux_thread_draws(void) { return puredux_work.draws; }
static inline void puredux_thread_set_draws(void *_Nullable draws) { puredux_work.draws = draws; }

static inline void *_Nullable puredux_thread_turn_observer(void) { return puredux_work.turn_observer; }

static inline bool puredux_thread_is_replaying(void) { return puredux_work.is_replaying; }
/// Sets whether reducers are being run again on past states. Returns the previous value.
static inline bool puredux_thread_set_replaying(bool is_replaying) {
  bool old = puredux_work.is_replaying;
  puredux_work.is_replaying = is_replaying;
  return old;
}

static inline bool puredux_thread_shows_past(void) { return puredux_work.shows_past; }
static inline void puredux_thread_count_observer(void) { puredux_work.observers += 1; }
static inline uint32_t puredux_thread_observers(void) { return puredux_work.observers; }

/// Begins the observed turn of an event. Returns the value to pass to `puredux_thread_end_turn`.
static inline puredux_thread_work puredux_thread_begin_turn(uint64_t cause, void *_Nonnull turn_observer,
                                                            bool shows_past) {
  puredux_thread_work old = puredux_work;
  puredux_work = (puredux_thread_work){.cause = cause,
                                       .turn_observer = turn_observer,
                                       .shows_past = shows_past,
                                       .is_replaying = old.is_replaying};
  return old;
}
static inline void puredux_thread_end_turn(puredux_thread_work old) { puredux_work = old; }

#endif
