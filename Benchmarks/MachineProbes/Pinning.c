#define _GNU_SOURCE
#include "MachineProbes.h"

#if defined(__linux__)

#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

static cpu_set_t all_cores;

// Each thread has an affinity of its own, and a new thread inherits the affinity of its creator.
static bool give_every_thread(const cpu_set_t *cores) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return false;
  struct dirent *entry;
  bool done = true;
  while ((entry = readdir(threads))) {
    int thread = atoi(entry->d_name);
    if (thread > 0 && sched_setaffinity(thread, sizeof *cores, cores) != 0) done = false;
  }
  closedir(threads);
  return done;
}

bool pin_to_one_core(void) {
  if (sched_getaffinity(0, sizeof all_cores, &all_cores) != 0) return false;
  int core = 0;
  while (core < CPU_SETSIZE && !CPU_ISSET(core, &all_cores)) core += 1;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  return give_every_thread(&one);
}

void unpin(void) { give_every_thread(&all_cores); }

#else

bool pin_to_one_core(void) { return false; }
void unpin(void) {}

#endif
