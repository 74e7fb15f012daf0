// Services of the machine for the benchmarks: a count of mallocs, threads on one core, peak memory, a plain lock.
#ifndef MACHINE_PROBES_H
#define MACHINE_PROBES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/// The allocations since counting began. `peak_bytes` is the largest growth of the allocated memory since then.
struct malloc_counts {
  int64_t mallocs;
  int64_t bytes;
  int64_t peak_bytes;
};

/// Whether this build can count: on Linux with glibc and without a sanitizer.
bool malloc_counter_is_available(void);
/// Starts counting from zero, on all threads.
void malloc_counter_start(void);
/// Stops counting and returns the counts.
struct malloc_counts malloc_counter_stop(void);

/// Pins every thread of the process to one core; false if the system does not offer it.
bool pin_to_one_core(void);
/// Undoes `pin_to_one_core`.
void unpin(void);

/// The peak of the resident memory of the process.
int64_t peak_resident_bytes(void);

/// A plain pthread mutex for the baselines; free it with `plain_lock_free`.
pthread_mutex_t *_Nonnull plain_lock_make(void);
void plain_lock_free(pthread_mutex_t *_Nonnull lock);

#endif
