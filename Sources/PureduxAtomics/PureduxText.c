#include "PureduxText.h"

#include <stdio.h>
#include <stdlib.h>

bool puredux_is_hidden(uint32_t character) {
  if (character < 0x20) return true;
  if (character < 0x7F) return false;
  return character < 0xA0 || character == 0x061C || character == 0x200E || character == 0x200F
    || (character >= 0x2028 && character <= 0x202E) || (character >= 0x2066 && character <= 0x2069);
}

/// Decodes the first character of valid UTF-8. Sets `size` to the number of bytes of the character.
static uint32_t character_at(const unsigned char *text, size_t length, size_t *size) {
  *size = text[0] < 0x80 ? 1 : text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : 4;
  if (*size > length) *size = length;
  uint32_t character = *size == 1 ? text[0] : text[0] & (0x7Fu >> *size);
  for (size_t index = 1; index < *size; index += 1) character = character << 6 | (text[index] & 0x3F);
  return character;
}

static void print(FILE *stream, const char *text, size_t length, bool keeps_lines) {
  // Each byte becomes at most eight bytes: a hidden character becomes `\u{…}` with four digits.
  char *line = malloc(8 * length + 1);
  if (!line) return;
  size_t end = 0, size = 0;
  for (size_t index = 0; index < length; index += size) {
    uint32_t character = character_at((const unsigned char *)text + index, length - index, &size);
    if (!puredux_is_hidden(character) || (character == '\n' && keeps_lines)) {
      for (size_t byte = 0; byte < size; byte += 1) line[end++] = text[index + byte];
    } else if (character == '\n') {
      line[end++] = '\\';
      line[end++] = 'n';
    } else {
      end += (size_t)snprintf(line + end, 9, "\\u{%X}", (unsigned)character);
    }
  }
  line[end++] = '\n';
  fwrite(line, 1, end, stream);
  free(line);
}

void puredux_print_line(const char *text, size_t length) { print(stdout, text, length, false); }
void puredux_print_error(const char *text, size_t length) { print(stderr, text, length, true); }
