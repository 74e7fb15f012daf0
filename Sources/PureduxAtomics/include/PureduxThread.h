#ifndef PUREDUX_THREAD_H
#define PUREDUX_THREAD_H

#include <stdbool.h>

// A program that speaks C++ calls these by the same names.
#ifdef __cplusplus
extern "C" {
#endif

/// Whether this is the thread that the process began with. Asks the system once for each thread.
bool puredux_thread_is_main(void);

/// Notes that this thread begins, or ends, to hold the state of a store; it may hold several.
void puredux_thread_begin_holding(void);
void puredux_thread_end_holding(void);
bool puredux_thread_is_holding(void);

#ifdef __cplusplus
}
#endif

#endif
