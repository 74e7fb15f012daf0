// The last texts that a process recorded, written to standard error if the process crashes.
#ifndef PUREDUX_LAST_TEXTS_H
#define PUREDUX_LAST_TEXTS_H

#include <stddef.h>
#include <stdint.h>

/// The phase of the action that a text describes.
enum {
  PUREDUX_TEXT_ENDED = 0,
  PUREDUX_TEXT_BEGAN = 1,
  PUREDUX_TEXT_PUBLISHING = 2,
};

#ifdef __cplusplus
extern "C" {
#endif
/// Installs signal handlers for SIGILL, SIGTRAP, SIGSEGV, SIGBUS and SIGABRT, which write the last `count` texts.
///
/// A handler also restores the previous signal handlers, and raises the signal again.
///
/// The functions in this header are not thread-safe: only one thread at a time may call them.
void puredux_last_texts_install(uint32_t count);
/// Restores the previous signal handlers, except for a signal whose handler has been replaced since.
void puredux_last_texts_uninstall(void);
/// Records a copy of a text, truncated to the maximum length. Returns the number of the text.
uint32_t puredux_last_texts_add(const char *_Nonnull bytes, size_t length);
/// Sets the phase of a text. Does nothing if a later text has overwritten this text.
void puredux_last_texts_set_phase(uint32_t number, uint8_t phase);
#ifdef __cplusplus
}
#endif

#endif
