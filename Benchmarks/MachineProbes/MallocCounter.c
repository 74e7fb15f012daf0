// Counts mallocs by replacing the functions of the C library, which it calls under their internal names.
//
// The executable's own definitions come first in the dynamic linker's search, so every library is counted.
// Nothing here needs to be set up, so calls from before `main` are safe.
#define _GNU_SOURCE
#include "MachineProbes.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_bool counting;
static atomic_llong mallocs, bytes, live, peak;

static inline bool is_counting(void) { return atomic_load_explicit(&counting, memory_order_relaxed); }

static void count_allocated(void *block, size_t size) {
  if (!block) return;
  atomic_fetch_add_explicit(&mallocs, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, (long long)size, memory_order_relaxed);
  long long added = (long long)malloc_usable_size(block);
  long long now = atomic_fetch_add_explicit(&live, added, memory_order_relaxed) + added;
  long long most = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {}
}

static void count_freed(size_t usable) {
  atomic_fetch_sub_explicit(&live, (long long)usable, memory_order_relaxed);
}

void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  if (is_counting()) count_allocated(block, size);
  return block;
}

void *calloc(size_t count, size_t size) {
  void *block = __libc_calloc(count, size);
  if (is_counting()) count_allocated(block, count * size);
  return block;
}

void *realloc(void *old, size_t size) {
  if (!is_counting()) return __libc_realloc(old, size);
  size_t before = malloc_usable_size(old);
  void *block = __libc_realloc(old, size);
  if (block || size == 0) count_freed(before);
  count_allocated(block, size);
  return block;
}

void free(void *block) {
  if (block && is_counting()) count_freed(malloc_usable_size(block));
  __libc_free(block);
}

void *memalign(size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  if (is_counting()) count_allocated(block, size);
  return block;
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

bool malloc_counter_is_available(void) { return true; }

void malloc_counter_start(void) {
  atomic_store(&mallocs, 0);
  atomic_store(&bytes, 0);
  atomic_store(&live, 0);
  atomic_store(&peak, 0);
  atomic_store(&counting, true);
}

struct malloc_counts malloc_counter_stop(void) {
  atomic_store(&counting, false);
  return (struct malloc_counts){atomic_load(&mallocs), atomic_load(&bytes), atomic_load(&peak)};
}

#else

bool malloc_counter_is_available(void) { return false; }
void malloc_counter_start(void) {}
struct malloc_counts malloc_counter_stop(void) { return (struct malloc_counts){0, 0, 0}; }

#endif
