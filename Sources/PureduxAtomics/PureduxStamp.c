#include "PureduxStamp.h"

_Thread_local puredux_stamp_numbers puredux_stamps;

static uint64_t blocks;

uint64_t puredux_stamp_block(void) {
  // 2^48 blocks are never used up. The first number of each block is skipped, because it would be mistaken for the end
  // of a block.
  return ((__atomic_fetch_add(&blocks, 1, __ATOMIC_RELAXED) + 1) << 16) + 1;
}
