// Prints text to a terminal with hidden characters escaped, so that the text of a state or a file cannot control the
// terminal.
#ifndef PUREDUX_TEXT_H
#define PUREDUX_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions have C linkage, also in C++ programs.
#ifdef __cplusplus
extern "C" {
#endif

/// Whether a character is a control character, a line or paragraph separator, or a bidirectional control.
bool puredux_is_hidden(uint32_t character);

/// Writes UTF-8 text and a line end to standard output, uninterrupted by the output of other threads.
///
/// Hidden characters are escaped, for example as `\u{1B}`, and a line end as `\n`.
void puredux_print_line(const char *_Nullable text, size_t length);

/// Writes UTF-8 text and a line end to standard error, uninterrupted by the output of other threads.
///
/// Hidden characters are escaped, except for line ends.
void puredux_print_error(const char *_Nullable text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
