// What is known of the work that a thread does for a recording: the event that it comes from, and where the values go
// that reducers draw from outside.
#ifndef PUREDUX_THREAD_WORK_H
#define PUREDUX_THREAD_WORK_H

#include "PureduxLock.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  /// The recording and the number of the event under way; 0 where there is none.
  uint64_t cause;
  /// The object that is told of drawn values, or gives them again.
  void *_Nullable draws;
  /// What leads to the turn observer of the turn under way.
  void *_Nullable turn_observer;
  /// The observers that the observed turn under way has called.
  uint32_t observers;
  /// Whether the turn under way is observed and its observers are counted.
  bool is_counting;
  /// Whether reducers run again on states of the past.
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
/// A counter of time that is quick to read. Its rate is not known, but it does not change.
uint64_t puredux_ticks(void);
#ifdef __cplusplus
}
#endif

static inline uint64_t puredux_thread_cause(void) { return puredux_work.cause; }

/// Returns the cause that was there.
static inline uint64_t puredux_thread_set_cause(uint64_t cause) {
  uint64_t old = puredux_work.cause;
  puredux_work.cause = cause;
  return old;
}

static inline void *_Nullable puredux_thread_draws(void) { return puredux_work.draws; }
static inline void puredux_thread_set_draws(void *_Nullable draws) { puredux_work.draws = draws; }

static inline void *_Nullable puredux_thread_turn_observer(void) { return puredux_work.turn_observer; }

static inline bool puredux_thread_is_replaying(void) { return puredux_work.is_replaying; }
/// Returns what was there.
static inline bool puredux_thread_set_replaying(bool is_replaying) {
  bool old = puredux_work.is_replaying;
  puredux_work.is_replaying = is_replaying;
  return old;
}

static inline bool puredux_thread_is_counting(void) { return puredux_work.is_counting; }
static inline void puredux_thread_count_observer(void) { puredux_work.observers += 1; }
static inline uint32_t puredux_thread_observers(void) { return puredux_work.observers; }

/// Begins the observed turn of an event. Returns what was there, to be put back when the turn is over.
static inline puredux_thread_work puredux_thread_begin_turn(uint64_t cause, void *_Nonnull turn_observer) {
  puredux_thread_work old = puredux_work;
  puredux_work = (puredux_thread_work){
      .cause = cause, .turn_observer = turn_observer, .is_counting = true, .is_replaying = old.is_replaying};
  return old;
}
static inline void puredux_thread_end_turn(puredux_thread_work old) { puredux_work = old; }

#endif
