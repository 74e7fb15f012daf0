#include "PureduxLastTexts.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SLOT_COUNT 64
#define LONGEST 500

// A signal handler may only read preallocated memory and call async-signal-safe functions: sigaction, write, raise and
// nanosleep. Therefore texts are formatted when they are added, and the handler neither allocates, nor locks, nor
// formats.
typedef struct {
  /// 0 while the slot is empty or is being written.
  uint32_t length;
  uint32_t number;
  uint8_t phase;
  char text[LONGEST];
} text_slot;

static text_slot slots[SLOT_COUNT];
/// The number of texts that were added.
static uint32_t added;
static uint32_t count_to_tell;

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT};
#define SIGNAL_COUNT (sizeof(signals) / sizeof(signals[0]))
static struct sigaction earlier[SIGNAL_COUNT];
static bool is_installed;
/// 0 before a signal, 1 while a handler writes the texts, 2 afterwards.
static int telling;

static void tell(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, text, length);
    if (written < 0 && errno != EINTR) return;
    if (written < 0) continue;
    text += written;
    length -= (size_t)written;
  }
}

#define TELL(text) tell(text, sizeof(text) - 1)

static void tell_number(unsigned number) {
  char digits[12];
  size_t first = sizeof(digits);
  do {
    digits[--first] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  tell(digits + first, sizeof(digits) - first);
}

static void tell_all(int number) {
  uint32_t end = __atomic_load_n(&added, __ATOMIC_ACQUIRE);
  uint32_t count = count_to_tell < end ? count_to_tell : end;
  TELL("Signal ");
  tell_number((unsigned)number);
  TELL(". The last actions, the newest last:\n");
  for (uint32_t index = end - count; index != end; index++) {
    text_slot *slot = &slots[index % SLOT_COUNT];
    uint32_t length = __atomic_load_n(&slot->length, __ATOMIC_ACQUIRE);
    if (length == 0 || length > LONGEST) continue;
    TELL("  ");
    tell(slot->text, length);
    switch (__atomic_load_n(&slot->phase, __ATOMIC_RELAXED)) {
    case PUREDUX_TEXT_BEGAN: TELL("  <- was being reduced"); break;
    case PUREDUX_TEXT_PUBLISHING: TELL("  <- its observers were being called"); break;
    default: break;
    }
    TELL("\n");
  }
}

static void restore(void) {
  for (size_t index = 0; index < SIGNAL_COUNT; index++) sigaction(signals[index], &earlier[index], NULL);
}

static void handle(int number, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  int error = errno;
  int before = 0;
  if (__atomic_compare_exchange_n(&telling, &before, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    restore();
    tell_all(number);
    __atomic_store_n(&telling, 2, __ATOMIC_RELEASE);
  } else {
    // Another thread is writing the texts. Ending the process now would truncate them.
    struct timespec moment = {0, 1000000};
    for (int tries = 0; tries < 1000 && __atomic_load_n(&telling, __ATOMIC_ACQUIRE) == 1; tries++) {
      nanosleep(&moment, NULL);
    }
  }
  errno = error;
  // The signal stays pending until this handler returns, and is then delivered to the previous handler.
  raise(number);
}

void puredux_last_texts_install(uint32_t count) {
  count_to_tell = count < SLOT_COUNT ? count : SLOT_COUNT;
  if (is_installed) return;
  is_installed = true;
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < SIGNAL_COUNT; index++) {
    // The previous handler is stored first, because the new handler may run as soon as it is installed.
    sigaction(signals[index], NULL, &earlier[index]);
    sigaction(signals[index], &action, NULL);
  }
}

void puredux_last_texts_uninstall(void) {
  if (!is_installed) return;
  is_installed = false;
  for (size_t index = 0; index < SIGNAL_COUNT; index++) {
    struct sigaction now;
    sigaction(signals[index], NULL, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == handle) {
      sigaction(signals[index], &earlier[index], NULL);
    }
  }
}

uint32_t puredux_last_texts_add(const char *bytes, size_t length) {
  uint32_t number = added;
  text_slot *slot = &slots[number % SLOT_COUNT];
  if (length > LONGEST) {
    length = LONGEST;
    // Does not truncate in the middle of a character.
    while (length > 0 && ((unsigned char)bytes[length] & 0xC0) == 0x80) length--;
  }
  __atomic_store_n(&slot->length, 0, __ATOMIC_RELEASE);
  memcpy(slot->text, bytes, length);
  slot->number = number;
  __atomic_store_n(&slot->phase, PUREDUX_TEXT_BEGAN, __ATOMIC_RELAXED);
  __atomic_store_n(&slot->length, (uint32_t)length, __ATOMIC_RELEASE);
  __atomic_store_n(&added, number + 1, __ATOMIC_RELEASE);
  return number;
}

void puredux_last_texts_set_phase(uint32_t number, uint8_t phase) {
  text_slot *slot = &slots[number % SLOT_COUNT];
  if (slot->number == number) __atomic_store_n(&slot->phase, phase, __ATOMIC_RELAXED);
}
