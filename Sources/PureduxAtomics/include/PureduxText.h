// Text that goes to a terminal, which must not obey what a program, a state or a file says.
#ifndef PUREDUX_TEXT_H
#define PUREDUX_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A program that speaks C++ calls these by the same names.
#ifdef __cplusplus
extern "C" {
#endif

/// Whether a terminal obeys the character, ends a line at it, or shows what follows in another direction: control
/// characters, separators of lines and paragraphs, and controls of the direction.
bool puredux_is_hidden(uint32_t character);

/// Writes UTF-8 and a line end to standard output, whole, whatever other threads write. Hidden characters are written out,
/// for example as `\u{1B}`, and a line end as `\n`.
void puredux_print_line(const char *_Nullable text, size_t length);

/// Writes UTF-8 and a line end to standard error, whole. Hidden characters are written out, except for line ends.
void puredux_print_error(const char *_Nullable text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
