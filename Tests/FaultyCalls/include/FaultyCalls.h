// Lets the calls fail that a program makes to the system for its files.
//
// A program that links this has its own `open`, `read`, `write` and so on, which call the system's. Between `begin` and
// `end` a share of those of the calling thread fails, as on a disk that is full or broken, or does a part of its work.
#ifndef FAULTY_CALLS_H
#define FAULTY_CALLS_H

#include <stdint.h>

/// From now on this share of the calls of this thread fails; the same seed chooses the same ones.
void faulty_calls_begin(int percent, uint64_t seed);

/// All calls do their work again. Returns how many did not since `faulty_calls_begin`.
long faulty_calls_end(void);

#endif
