// Makes a program's file system calls fail.
//
// A program that links this library has its own `open`, `read`, `write` and so on, which call the system's functions.
// Between `begin` and `end`, a share of the calling thread's calls fails or is incomplete, as on a full or broken disk.
//
// The library can also be preloaded into a program that was built without it. Then the environment determines which
// calls fail, on all threads: FAULTY_PERCENT (the share), FAULTY_SEED, FAULTY_FOLDER (only calls that access this
// folder and its contents), FAULTY_CALLS (a comma-separated list of the calls; all calls by default), FAULTY_REPORT (a
// file to which each process adds a line with the number of its faults).
#ifndef FAULTY_CALLS_H
#define FAULTY_CALLS_H

#include <stdint.h>

/// From now on, this share of the thread's calls fails; the same seed chooses the same calls.
void faulty_calls_begin(int percent, uint64_t seed);

/// All calls succeed again. Returns the number of faults since `faulty_calls_begin`.
long faulty_calls_end(void);

#endif
