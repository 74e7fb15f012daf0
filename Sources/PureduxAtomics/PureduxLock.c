#define _GNU_SOURCE
#include "PureduxLock.h"

#include <stddef.h>

// Not inlined into Swift, so that the thread sanitizer, which instruments this file, sees who waits for whom.

static _Thread_local uint32_t counted;

uint32_t puredux_lock_counted(void) { return counted; }

#if defined(__linux__)

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static const uint32_t waited_for = 1u << 31;

/// A number that no other living thread has.
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

static bool wait_for(puredux_lock *lock, uint32_t thread, uint32_t word) {
  if ((word & ~waited_for) == thread) return false;
  for (int spins = 0; spins < 40; spins += 1) {
    if (word == 0 && replace(lock, &word, thread)) return true;
    pause_briefly();
    word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
  }
  for (;;) {
    // Whoever has been here takes the lock with the mark set, for others may sleep on.
    if (word == 0) {
      if (replace(lock, &word, thread | waited_for)) return true;
    } else if ((word & waited_for) || replace(lock, &word, word | waited_for)) {
      syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, word | waited_for, NULL, NULL, 0);
      word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
    }
  }
}

void puredux_lock_init(puredux_lock *lock, bool is_counted) { *lock = (puredux_lock){.is_counted = is_counted}; }
void puredux_lock_destroy(puredux_lock *lock) { (void)lock; }

bool puredux_lock_take(puredux_lock *lock) {
  uint32_t thread = this_thread(), word = 0;
  if (!replace(lock, &word, thread) && !wait_for(lock, thread, word)) return false;
  if (lock->is_counted) counted += 1;
  return true;
}

void puredux_lock_release(puredux_lock *lock) {
  if (lock->is_counted) counted -= 1;
  if (__atomic_exchange_n(&lock->word, 0, __ATOMIC_RELEASE) & waited_for)
    syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

#else

void puredux_lock_init(puredux_lock *lock, bool is_counted) {
  lock->is_counted = is_counted;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock->mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

void puredux_lock_destroy(puredux_lock *lock) { pthread_mutex_destroy(&lock->mutex); }

bool puredux_lock_take(puredux_lock *lock) {
  if (pthread_mutex_lock(&lock->mutex) != 0) return false;
  if (lock->is_counted) counted += 1;
  return true;
}

void puredux_lock_release(puredux_lock *lock) {
  if (lock->is_counted) counted -= 1;
  pthread_mutex_unlock(&lock->mutex);
}

#endif
