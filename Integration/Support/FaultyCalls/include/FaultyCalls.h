// Lets the calls fail that a program makes to the system for its files.
//
// A program that links this has its own `open`, `read`, `write` and so on, which call the system's. Between `begin` and
// `end` a share of those of the calling thread fails, as on a disk that is full or broken, or does a part of its work.
//
// A program that was built without it can have it preloaded. Its environment then says which calls fail, on all threads:
// FAULTY_PERCENT (the share), FAULTY_SEED, FAULTY_FOLDER (only calls about this folder and what is in it), FAULTY_CALLS
// (only these, with commas between them; otherwise all), FAULTY_REPORT (a file to which each process adds a line with the
// number of its faults).
#ifndef FAULTY_CALLS_H
#define FAULTY_CALLS_H

#include <stdint.h>

/// From now on this share of the calls of this thread fails; the same seed chooses the same ones.
void faulty_calls_begin(int percent, uint64_t seed);

/// All calls do their work again. Returns how many did not since `faulty_calls_begin`.
long faulty_calls_end(void);

#endif
