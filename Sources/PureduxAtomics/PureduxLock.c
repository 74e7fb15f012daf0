#define _GNU_SOURCE
#include "PureduxLock.h"

#include <stddef.h>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

_Thread_local uint32_t puredux_thread;

static const uint32_t waited_for = 1u << 31;

uint32_t puredux_thread_number(void) {
  puredux_thread = (uint32_t)syscall(SYS_gettid);
  return puredux_thread;
}

static inline void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

bool puredux_lock_wait(puredux_lock *lock, uint32_t thread) {
  uint32_t word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
  if ((word & ~waited_for) == thread) return false;
  for (int spins = 0; spins < 40; spins += 1) {
    if (word == 0 &&
        __atomic_compare_exchange_n(&lock->word, &word, thread, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return true;
    pause_briefly();
    word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
  }
  for (;;) {
    // Who has slept takes the lock with the mark, for others may sleep on.
    if (word == 0) {
      if (__atomic_compare_exchange_n(
              &lock->word, &word, thread | waited_for, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return true;
    } else if ((word & waited_for) ||
               __atomic_compare_exchange_n(
                   &lock->word, &word, word | waited_for, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, word | waited_for, NULL, NULL, 0);
      word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
    }
  }
}

void puredux_lock_wake(puredux_lock *lock) { syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }
