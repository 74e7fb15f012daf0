#define _GNU_SOURCE
#include "PureduxThread.h"

static _Thread_local unsigned held;

void puredux_thread_begin_holding(void) { held += 1; }
void puredux_thread_end_holding(void) { held -= 1; }
bool puredux_thread_is_holding(void) { return held > 0; }

#if defined(__linux__)

#include <sys/syscall.h>
#include <unistd.h>

bool puredux_thread_is_main(void) {
  static _Thread_local enum { unknown, other, first } known;
  if (known == unknown) known = syscall(SYS_gettid) == getpid() ? first : other;
  return known == first;
}

#else

#include <pthread.h>

bool puredux_thread_is_main(void) { return pthread_main_np() != 0; }

#endif
