#ifndef PUREDUX_THREAD_H
#define PUREDUX_THREAD_H

#include <stdbool.h>

// A program that speaks C++ calls this by the same name.
#ifdef __cplusplus
extern "C" {
#endif

/// Whether this is the thread that the process began with. Asks the system once for each thread.
bool puredux_thread_is_main(void);

#ifdef __cplusplus
}
#endif

#endif
