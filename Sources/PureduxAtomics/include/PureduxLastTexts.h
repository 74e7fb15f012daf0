// The latest texts of the process, written to standard error when it is about to end by a fault.
#ifndef PUREDUX_LAST_TEXTS_H
#define PUREDUX_LAST_TEXTS_H

#include <stddef.h>
#include <stdint.h>

/// How far something is that a text tells of.
enum {
  PUREDUX_TEXT_ENDED = 0,
  PUREDUX_TEXT_BEGAN = 1,
  PUREDUX_TEXT_PUBLISHING = 2,
};

#ifdef __cplusplus
extern "C" {
#endif
/// Has the latest `count` texts written when one of these signals comes: SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT. After
/// that the handlers are in force that were there before, and the signal is raised again.
///
/// One thread at a time may call these functions.
void puredux_last_texts_install(uint32_t count);
/// Puts back the handlers that were there before, where ours are still in force.
void puredux_last_texts_uninstall(void);
/// Copies a text, without what is too long of it. Returns its number.
uint32_t puredux_last_texts_add(const char *_Nonnull bytes, size_t length);
/// Does nothing where later texts have taken the place of this one.
void puredux_last_texts_set_phase(uint32_t number, uint8_t phase);
#ifdef __cplusplus
}
#endif

#endif
