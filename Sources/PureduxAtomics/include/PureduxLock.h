// A lock that costs one atomic operation to take and one to let go where nobody else wants it, and that knows
// when the thread that asks for it holds it already.
#ifndef PUREDUX_LOCK_H
#define PUREDUX_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/// 0 when free, else the thread that holds the lock, with the highest bit set while others sleep for it.
typedef struct {
  uint32_t word;
} puredux_lock;

/// A number for this thread that no other living thread has; 0 until it is asked for.
extern _Thread_local uint32_t puredux_thread;
uint32_t puredux_thread_number(void);

/// What `puredux_lock_take` does when the lock is not free: spins for a moment, then sleeps.
bool puredux_lock_wait(puredux_lock *_Nonnull lock, uint32_t thread);
void puredux_lock_wake(puredux_lock *_Nonnull lock);

/// Waits for the lock; false when this thread holds it already, which changes nothing.
static inline bool puredux_lock_take(puredux_lock *_Nonnull lock) {
  uint32_t thread = puredux_thread ? puredux_thread : puredux_thread_number();
  uint32_t none = 0;
  if (__atomic_compare_exchange_n(&lock->word, &none, thread, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return true;
  return puredux_lock_wait(lock, thread);
}

static inline void puredux_lock_release(puredux_lock *_Nonnull lock) {
  if (__atomic_exchange_n(&lock->word, 0, __ATOMIC_RELEASE) >> 31) puredux_lock_wake(lock);
}

#endif
