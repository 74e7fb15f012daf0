// A lock that is cheap where nobody else wants it, and that knows when the thread that asks for it holds it already;
// and what else is known of the thread that asks.
//
// On Linux a word of its own: half the price of a pthread mutex, and it spins for a moment before a thread
// sleeps. Elsewhere a pthread mutex. It never hands itself over to a sleeper, so threads do not queue behind it.
#ifndef PUREDUX_LOCK_H
#define PUREDUX_LOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// A program that speaks C++ calls these by the same names.
#ifdef __cplusplus
extern "C" {
#endif

#if defined(__linux__)
/// 0 when free, else the thread that holds the lock, with the highest bit set while others may sleep for it.
/// As large as a line of the cache, so that two locks never share one.
typedef struct {
  uint32_t word;
  /// How many threads wait, awake or asleep.
  uint32_t waiting;
  uint8_t room[56];
} puredux_lock;
#else
typedef struct {
  pthread_mutex_t mutex;
  /// How many threads wait.
  uint32_t waiting;
} puredux_lock;
#endif

void puredux_lock_init(puredux_lock *_Nonnull lock);
void puredux_lock_destroy(puredux_lock *_Nonnull lock);

/// Waits for the lock; false when this thread holds it already, which changes nothing.
bool puredux_lock_take(puredux_lock *_Nonnull lock);
void puredux_lock_release(puredux_lock *_Nonnull lock);

/// Releases the lock, and hands it over where a thread was passed over: it has waited for a millisecond, and found the lock
/// taken again when it woke.
///
/// On Apple's platforms this is the system's release of a mutex.
void puredux_lock_release_fairly(puredux_lock *_Nonnull lock);
bool puredux_lock_has_passed_over(const puredux_lock *_Nonnull lock);

/// Whether a thread waits for the lock.
static inline bool puredux_lock_is_wanted(const puredux_lock *_Nonnull lock) {
  return __atomic_load_n(&lock->waiting, __ATOMIC_RELAXED) > 0;
}

/// Whether this is the thread that the process began with.
bool puredux_thread_is_main(void);

/// Notes that this thread begins, or ends, to hold a state that belongs to the main thread; it may hold several.
void puredux_thread_begin_holding(void);
void puredux_thread_end_holding(void);
bool puredux_thread_is_holding(void);

/// A number that no other living thread has.
uintptr_t puredux_thread_identity(void);

#ifdef __cplusplus
}
#define PUREDUX_THREAD_LOCAL thread_local
#else
#define PUREDUX_THREAD_LOCAL _Thread_local
#endif

enum { PUREDUX_MOST_LENT_STATES = 8 };

/// The bodies that this thread runs with a state lent to them, and the locks of the first of these states.
typedef struct {
  unsigned count;
  const puredux_lock *_Nullable locks[PUREDUX_MOST_LENT_STATES];
} puredux_lent;

/// Only the functions below touch it; each read of a store asks, so they are inlined.
#ifdef __cplusplus
extern "C"
#else
extern
#endif
PUREDUX_THREAD_LOCAL puredux_lent puredux_lent_states;

/// Notes that this thread begins, or ends, to run code that was lent a state and must not read a store; calls may nest.
static inline void puredux_thread_begin_lending(const puredux_lock *_Nonnull lock) {
  if (puredux_lent_states.count < PUREDUX_MOST_LENT_STATES) puredux_lent_states.locks[puredux_lent_states.count] = lock;
  puredux_lent_states.count += 1;
}
static inline void puredux_thread_end_lending(void) { puredux_lent_states.count -= 1; }
static inline bool puredux_thread_is_lending(void) { return puredux_lent_states.count > 0; }

/// The number of locks that are known, of the states that this thread has lent, and one of them.
static inline unsigned puredux_thread_lent_count(void) {
  return puredux_lent_states.count < PUREDUX_MOST_LENT_STATES ? puredux_lent_states.count : PUREDUX_MOST_LENT_STATES;
}
static inline const puredux_lock *_Nullable puredux_thread_lent_lock(unsigned index) {
  return puredux_lent_states.locks[index];
}

#endif
