// What the benchmarks ask of the machine: mallocs counted, threads pinned to one core, peak memory, a plain lock.
#ifndef MACHINE_PROBES_H
#define MACHINE_PROBES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/// What was allocated while counting was on. `peak_bytes` is the most that lived beyond what lived at the start.
struct malloc_counts {
  int64_t mallocs;
  int64_t bytes;
  int64_t peak_bytes;
};

/// Whether this build can count: on Linux with glibc and without a sanitizer.
bool malloc_counter_is_available(void);
/// Starts counting from nothing, on all threads.
void malloc_counter_start(void);
/// Stops counting and gives what was counted.
struct malloc_counts malloc_counter_stop(void);

/// Pins every thread of the process to one core; false where the system offers no such thing.
bool pin_to_one_core(void);
/// Undoes `pin_to_one_core`.
void unpin(void);

/// The most memory that the process ever had resident.
int64_t peak_resident_bytes(void);

/// A pthread mutex as it comes, for the baselines; to be freed by `plain_lock_free`.
pthread_mutex_t *_Nonnull plain_lock_make(void);
void plain_lock_free(pthread_mutex_t *_Nonnull lock);

#endif
