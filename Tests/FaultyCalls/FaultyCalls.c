#define _GNU_SOURCE
#include "FaultyCalls.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static __thread int share;
static __thread uint64_t state;
static __thread long faults;

void faulty_calls_begin(int percent, uint64_t seed) {
  share = percent;
  state = seed * 2 + 1;
  faults = 0;
}

long faulty_calls_end(void) {
  share = 0;
  return faults;
}

static uint64_t next(void) {
  state += 0x9E3779B97F4A7C15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Whether this call is to fail.
static int fails(void) {
  if (share == 0 || (int)(next() % 100) >= share) return 0;
  faults += 1;
  return 1;
}

/// Fails with one of these numbers.
#define FAIL_WITH(...)                                                                                                   \
  do {                                                                                                                   \
    const int codes[] = {__VA_ARGS__};                                                                                   \
    errno = codes[next() % (sizeof codes / sizeof codes[0])];                                                            \
    return -1;                                                                                                           \
  } while (0)

/// The system's own call of this name.
#define SYSTEM(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open(const char *path, int flags, ...) {
  if (fails()) FAIL_WITH(EIO, EMFILE, ENFILE, EINTR, EACCES);
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return SYSTEM(open)(path, flags, mode);
}

int openat(int folder, const char *name, int flags, ...) {
  if (fails()) FAIL_WITH(EIO, EMFILE, ENFILE, EINTR, EACCES, ENOSPC, EDQUOT);
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return SYSTEM(openat)(folder, name, flags, mode);
}

ssize_t read(int file, void *bytes, size_t count) {
  if (fails()) {
    if (next() % 2) FAIL_WITH(EIO, EINTR);
    count = count > 1 ? 1 + next() % (count - 1) : count;
  }
  return SYSTEM(read)(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (fails()) {
    if (next() % 2) FAIL_WITH(EIO, EINTR, ENOSPC, EDQUOT, EFBIG);
    count = count > 1 ? 1 + next() % (count - 1) : count;
  }
  return SYSTEM(write)(file, bytes, count);
}

int fsync(int file) {
  if (fails()) FAIL_WITH(EIO, ENOSPC, EINTR);
  return SYSTEM(fsync)(file);
}

int flock(int file, int operation) {
  if (operation != LOCK_UN && fails()) FAIL_WITH(EINTR, ENOLCK);
  return SYSTEM(flock)(file, operation);
}

int fstat(int file, struct stat *result) {
  if (fails()) FAIL_WITH(EIO, EINTR);
  return SYSTEM(fstat)(file, result);
}

int fstatat(int folder, const char *name, struct stat *result, int flags) {
  if (fails()) FAIL_WITH(EIO, EINTR, EACCES);
  return SYSTEM(fstatat)(folder, name, result, flags);
}

/// Sometimes the file has its new name, and the call fails nevertheless, as over a network.
int renameat(int folder, const char *name, int new_folder, const char *new_name) {
  if (fails()) {
    if (next() % 3 != 0) FAIL_WITH(EIO, ENOSPC, EINTR);
    SYSTEM(renameat)(folder, name, new_folder, new_name);
    FAIL_WITH(EIO, ENOENT);
  }
  return SYSTEM(renameat)(folder, name, new_folder, new_name);
}

int unlinkat(int folder, const char *name, int flags) {
  if (fails()) FAIL_WITH(EIO, EACCES);
  return SYSTEM(unlinkat)(folder, name, flags);
}
