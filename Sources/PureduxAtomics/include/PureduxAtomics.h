// Atomic loads and stores of one byte, for flags that one thread reads on a hot path while another sets them.
//
// Swift's own `Synchronization.Atomic` requires iOS 18 or macOS 15; these functions have no such requirement.
#ifndef PUREDUX_ATOMICS_H
#define PUREDUX_ATOMICS_H

#include "PureduxLastTexts.h"
#include "PureduxLock.h"
#include "PureduxPositionReport.h"
#include "PureduxStamp.h"
#include "PureduxText.h"
#include "PureduxThreadWork.h"
#include <stdbool.h>

// The functions have C linkage, also in C++ programs.
#ifdef __cplusplus
extern "C" {
#endif

static inline bool puredux_flag_load(const unsigned char *_Nonnull flag) {
  return __atomic_load_n(flag, __ATOMIC_ACQUIRE) != 0;
}

static inline void puredux_flag_store(unsigned char *_Nonnull flag, bool value) {
  __atomic_store_n(flag, value ? 1 : 0, __ATOMIC_RELEASE);
}

/// Sets the flag. Returns true if the flag was not set before.
static inline bool puredux_flag_raise(unsigned char *_Nonnull flag) {
  return __atomic_exchange_n(flag, 1, __ATOMIC_ACQ_REL) == 0;
}

#ifdef __cplusplus
}
#endif

#endif
