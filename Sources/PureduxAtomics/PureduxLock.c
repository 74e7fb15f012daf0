#define _GNU_SOURCE
#include "PureduxLock.h"

#include <stddef.h>

// Not inlined into Swift, so that the thread sanitizer, which instruments this file, can observe the synchronization.

static _Thread_local unsigned held_states;

void puredux_thread_begin_holding(void) { held_states += 1; }
void puredux_thread_end_holding(void) { held_states -= 1; }
bool puredux_thread_is_holding(void) { return held_states > 0; }

uintptr_t puredux_thread_identity(void) { return (uintptr_t)&held_states; }

_Thread_local puredux_lent puredux_lent_states;

#if defined(__linux__)

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The word of a lock consists of the number of the thread that holds the lock, and two marks. A word with only
// `passed_over` means that the lock is free, but only for a thread that has slept while waiting.
static const uint32_t waited_for = 1u << 31, passed_over = 1u << 30;

static const int64_t patience = 1000000;

static int64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// A number that identifies the current thread among all living threads.
static uint32_t this_thread(void) {
  static _Thread_local uint32_t number;
  if (!number) number = (uint32_t)syscall(SYS_gettid);
  return number;
}

static inline void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static inline bool replace(puredux_lock *lock, uint32_t *expected, uint32_t word) {
  return __atomic_compare_exchange_n(&lock->word, expected, word, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void wait_for(puredux_lock *lock, uint32_t thread, uint32_t word) {
  for (int spins = 0; spins < 40; spins += 1) {
    if (word == 0 && replace(lock, &word, thread)) return;
    pause_briefly();
    word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
  }
  int64_t begin = nanoseconds();
  uint32_t free_for_me = 0, marks = waited_for;
  for (;;) {
    // A thread that takes the lock here keeps the mark set, because other threads may still be sleeping.
    if ((word & ~free_for_me) == 0) {
      if (replace(lock, &word, thread | waited_for)) return;
    } else if ((word & marks) == marks || replace(lock, &word, word | marks)) {
      syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, word | marks, NULL, NULL, 0);
      free_for_me = waited_for | passed_over;
      if (nanoseconds() - begin > patience) marks = waited_for | passed_over;
      word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
    }
  }
}

static bool take_later(puredux_lock *lock, uint32_t thread, uint32_t word) {
  if ((word & ~(waited_for | passed_over)) == thread) return false;
  __atomic_fetch_add(&lock->waiting, 1, __ATOMIC_RELAXED);
  wait_for(lock, thread, word);
  __atomic_fetch_sub(&lock->waiting, 1, __ATOMIC_RELAXED);
  return true;
}

void puredux_lock_init(puredux_lock *lock) { *lock = (puredux_lock){0}; }
void puredux_lock_destroy(puredux_lock *lock) { (void)lock; }

bool puredux_lock_take(puredux_lock *lock) {
  uint32_t thread = this_thread(), word = 0;
  return replace(lock, &word, thread) || take_later(lock, thread, word);
}

void puredux_lock_release(puredux_lock *lock) {
  if (__atomic_exchange_n(&lock->word, 0, __ATOMIC_RELEASE) & waited_for)
    syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

bool puredux_lock_has_passed_over(const puredux_lock *lock) {
  return __atomic_load_n(&lock->word, __ATOMIC_RELAXED) & passed_over;
}

void puredux_lock_release_fairly(puredux_lock *lock) {
  // A mark that is set after this load has no effect: its thread is woken, and sets the mark again.
  uint32_t mark = __atomic_load_n(&lock->word, __ATOMIC_RELAXED) & passed_over;
  if (__atomic_exchange_n(&lock->word, mark, __ATOMIC_RELEASE) & waited_for)
    syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

bool puredux_thread_is_main(void) {
  static _Thread_local enum { unknown, other, first } known;
  if (known == unknown) known = this_thread() == (uint32_t)getpid() ? first : other;
  return known == first;
}

#else

void puredux_lock_init(puredux_lock *lock) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock->mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  lock->waiting = 0;
}

void puredux_lock_destroy(puredux_lock *lock) { pthread_mutex_destroy(&lock->mutex); }

bool puredux_lock_take(puredux_lock *lock) {
  if (pthread_mutex_trylock(&lock->mutex) == 0) return true;
  __atomic_fetch_add(&lock->waiting, 1, __ATOMIC_RELAXED);
  bool is_taken = pthread_mutex_lock(&lock->mutex) == 0;
  __atomic_fetch_sub(&lock->waiting, 1, __ATOMIC_RELAXED);
  return is_taken;
}

void puredux_lock_release(puredux_lock *lock) { pthread_mutex_unlock(&lock->mutex); }
void puredux_lock_release_fairly(puredux_lock *lock) { puredux_lock_release(lock); }
bool puredux_lock_has_passed_over(const puredux_lock *lock) {
  (void)lock;
  return false;
}

bool puredux_thread_is_main(void) { return pthread_main_np() != 0; }

#endif
