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
  uint8_t room[60];
} puredux_lock;
#else
typedef struct {
  pthread_mutex_t mutex;
} puredux_lock;
#endif

void puredux_lock_init(puredux_lock *_Nonnull lock);
void puredux_lock_destroy(puredux_lock *_Nonnull lock);

/// Waits for the lock; false when this thread holds it already, which changes nothing.
bool puredux_lock_take(puredux_lock *_Nonnull lock);
void puredux_lock_release(puredux_lock *_Nonnull lock);

/// Whether this is the thread that the process began with.
bool puredux_thread_is_main(void);

/// Notes that this thread begins, or ends, to hold a state that belongs to the main thread; it may hold several.
void puredux_thread_begin_holding(void);
void puredux_thread_end_holding(void);
bool puredux_thread_is_holding(void);

/// Notes that this thread begins, or ends, to run code that was lent a state and must not read a store; calls may nest.
void puredux_thread_begin_lending(void);
void puredux_thread_end_lending(void);
bool puredux_thread_is_lending(void);

#ifdef __cplusplus
}
#endif

#endif
