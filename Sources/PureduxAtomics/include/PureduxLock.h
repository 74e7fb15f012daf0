// A lock that is cheap without contention, and detects recursive locking. Also declares properties of the current
// thread.
//
// On Linux, the lock is a futex, at half the cost of a pthread mutex; a thread spins briefly before it sleeps. On other
// platforms, the lock is a pthread mutex. An ordinary release never hands the lock over to a sleeping thread, which
// prevents lock convoys.
#ifndef PUREDUX_LOCK_H
#define PUREDUX_LOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// The functions have C linkage, also in C++ programs.
#ifdef __cplusplus
extern "C" {
#endif

#if defined(__linux__)
/// `word` identifies the thread that holds the lock, and has two marks; 0 means that the lock is free. The highest bit
/// is set while other threads may be sleeping for the lock, the next bit while one of them was passed over.
typedef struct {
  uint32_t word;
  /// The number of waiting threads, spinning or sleeping.
  uint32_t waiting;
} puredux_lock;
#else
typedef struct {
  pthread_mutex_t mutex;
  /// The number of waiting threads.
  uint32_t waiting;
} puredux_lock;
#endif

void puredux_lock_init(puredux_lock *_Nonnull lock);
void puredux_lock_destroy(puredux_lock *_Nonnull lock);

/// Waits for the lock. Returns false, without any change, if this thread already holds the lock.
bool puredux_lock_take(puredux_lock *_Nonnull lock);
void puredux_lock_release(puredux_lock *_Nonnull lock);

/// Releases the lock, and hands it over to a thread that was passed over.
///
/// A thread is passed over if it has waited for a millisecond, and finds the lock taken again when it wakes up.
///
/// Except on Linux, this function is the same as `puredux_lock_release`.
void puredux_lock_release_fairly(puredux_lock *_Nonnull lock);
bool puredux_lock_has_passed_over(const puredux_lock *_Nonnull lock);

/// Whether any thread is waiting for the lock.
static inline bool puredux_lock_is_wanted(const puredux_lock *_Nonnull lock) {
  return __atomic_load_n(&lock->waiting, __ATOMIC_RELAXED) > 0;
}

/// Whether the current thread is the main thread.
bool puredux_thread_is_main(void);

/// Records that this thread begins or stops holding a state of the main thread. A thread may hold several states.
void puredux_thread_begin_holding(void);
void puredux_thread_end_holding(void);
bool puredux_thread_is_holding(void);

/// A number that identifies this thread among all living threads.
uintptr_t puredux_thread_identity(void);

#ifdef __cplusplus
}
#define PUREDUX_THREAD_LOCAL thread_local
#else
#define PUREDUX_THREAD_LOCAL _Thread_local
#endif

enum { PUREDUX_MOST_LENT_STATES = 8 };

/// The number of calls on this thread that were lent a state, and the locks of the first of these states.
typedef struct {
  unsigned count;
  const puredux_lock *_Nullable locks[PUREDUX_MOST_LENT_STATES];
} puredux_lent;

/// Used only by the functions below, which are inlined because each read of a store calls them.
#ifdef __cplusplus
extern "C"
#else
extern
#endif
PUREDUX_THREAD_LOCAL puredux_lent puredux_lent_states;

/// Records that this thread begins or stops running code that was lent a state and must not read a store. Calls may
/// nest.
static inline void puredux_thread_begin_lending(const puredux_lock *_Nonnull lock) {
  if (puredux_lent_states.count < PUREDUX_MOST_LENT_STATES) puredux_lent_states.locks[puredux_lent_states.count] = lock;
  puredux_lent_states.count += 1;
}
static inline void puredux_thread_end_lending(void) { puredux_lent_states.count -= 1; }
static inline bool puredux_thread_is_lending(void) { return puredux_lent_states.count > 0; }

/// The number of recorded locks of states that this thread has lent, and the lock at an index.
static inline unsigned puredux_thread_lent_count(void) {
  return puredux_lent_states.count < PUREDUX_MOST_LENT_STATES ? puredux_lent_states.count : PUREDUX_MOST_LENT_STATES;
}
static inline const puredux_lock *_Nullable puredux_thread_lent_lock(unsigned index) {
  return puredux_lent_states.locks[index];
}

#endif
