#define _GNU_SOURCE
#include "FaultyCalls.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static __thread int share;
static __thread uint64_t state;
static __thread long faults;

/// The settings that the environment gives to a program with this library preloaded: see the header.
static struct {
  int share;
  uint64_t seed;
  const char *calls;
  const char *folder;
  const char *report;
  atomic_long faults;
  atomic_uint_fast64_t threads;
} process;

/// Whether a descriptor belongs to that folder, or to something in it.
static atomic_char in_folder[4096];

__attribute__((constructor)) static void read_environment(void) {
  const char *percent = getenv("FAULTY_PERCENT"), *seed = getenv("FAULTY_SEED");
  process.calls = getenv("FAULTY_CALLS");
  process.folder = getenv("FAULTY_FOLDER");
  process.report = getenv("FAULTY_REPORT");
  process.seed = seed ? strtoull(seed, NULL, 10) : 0;
  if (percent && process.folder) process.share = atoi(percent);
}

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
  if (state == 0) state = (process.seed + atomic_fetch_add(&process.threads, 1) * 7919) * 2 + 1;
  state += 0x9E3779B97F4A7C15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static int is_in_folder(int file) {
  return file >= 0 && file < (int)sizeof in_folder && atomic_load(&in_folder[file]);
}

/// Records whether the descriptor belongs to the folder, and returns it.
static int noting(int file, int is_inside) {
  if (file >= 0 && file < (int)sizeof in_folder) atomic_store(&in_folder[file], (char)is_inside);
  return file;
}

/// Whether the environment names this call in its comma-separated list.
static int is_named(const char *call) {
  if (!process.calls) return 1;
  size_t length = strlen(call);
  for (const char *found = strstr(process.calls, call); found; found = strstr(found + 1, call))
    if ((found == process.calls || found[-1] == ',') && (found[length] == 0 || found[length] == ',')) return 1;
  return 0;
}

/// Whether this call must fail. `is_inside` is true if it accesses the folder that the environment names.
static int fails(const char *call, int is_inside) {
  int percent = share ? share : is_inside && process.share && is_named(call) ? process.share : 0;
  if (percent == 0 || (int)(next() % 100) >= percent) return 0;
  faults += 1;
  atomic_fetch_add(&process.faults, 1);
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
  int is_inside = process.folder && strncmp(path, process.folder, strlen(process.folder)) == 0;
  if (fails("open", is_inside)) FAIL_WITH(EIO, EMFILE, ENFILE, EINTR, EACCES);
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return noting(SYSTEM(open)(path, flags, mode), is_inside);
}

int openat(int folder, const char *name, int flags, ...) {
  if (fails("openat", is_in_folder(folder))) FAIL_WITH(EIO, EMFILE, ENFILE, EINTR, EACCES, ENOSPC, EDQUOT);
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return noting(SYSTEM(openat)(folder, name, flags, mode), is_in_folder(folder));
}

ssize_t read(int file, void *bytes, size_t count) {
  if (fails("read", is_in_folder(file))) {
    if (next() % 2) FAIL_WITH(EIO, EINTR);
    count = count > 1 ? 1 + next() % (count - 1) : count;
  }
  return SYSTEM(read)(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (fails("write", is_in_folder(file))) {
    if (next() % 2) FAIL_WITH(EIO, EINTR, ENOSPC, EDQUOT, EFBIG);
    count = count > 1 ? 1 + next() % (count - 1) : count;
  }
  return SYSTEM(write)(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  if (fails("pread", is_in_folder(file))) {
    if (next() % 2) FAIL_WITH(EIO, EINTR);
    count = count > 1 ? 1 + next() % (count - 1) : count;
  }
  return SYSTEM(pread)(file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  if (fails("pwrite", is_in_folder(file))) {
    if (next() % 2) FAIL_WITH(EIO, EINTR, ENOSPC, EDQUOT, EFBIG);
    count = count > 1 ? 1 + next() % (count - 1) : count;
  }
  return SYSTEM(pwrite)(file, bytes, count, offset);
}

int ftruncate(int file, off_t size) {
  if (fails("ftruncate", is_in_folder(file))) FAIL_WITH(EIO, EINTR);
  return SYSTEM(ftruncate)(file, size);
}

int fdatasync(int file) {
  if (fails("fdatasync", is_in_folder(file))) FAIL_WITH(EIO, ENOSPC, EINTR);
  return SYSTEM(fdatasync)(file);
}

int fsync(int file) {
  if (fails("fsync", is_in_folder(file))) FAIL_WITH(EIO, ENOSPC, EINTR);
  return SYSTEM(fsync)(file);
}

int flock(int file, int operation) {
  if (operation != LOCK_UN && fails("flock", is_in_folder(file))) FAIL_WITH(EINTR, ENOLCK);
  return SYSTEM(flock)(file, operation);
}

int fstat(int file, struct stat *result) {
  if (fails("fstat", is_in_folder(file))) FAIL_WITH(EIO, EINTR);
  return SYSTEM(fstat)(file, result);
}

int fstatat(int folder, const char *name, struct stat *result, int flags) {
  if (fails("fstatat", is_in_folder(folder))) FAIL_WITH(EIO, EINTR, EACCES);
  return SYSTEM(fstatat)(folder, name, result, flags);
}

/// Sometimes the file is renamed and the call still fails, as on a network file system.
int renameat(int folder, const char *name, int new_folder, const char *new_name) {
  if (fails("renameat", is_in_folder(folder))) {
    if (next() % 3 != 0) FAIL_WITH(EIO, ENOSPC, EINTR);
    SYSTEM(renameat)(folder, name, new_folder, new_name);
    FAIL_WITH(EIO, ENOENT);
  }
  return SYSTEM(renameat)(folder, name, new_folder, new_name);
}

ssize_t readlinkat(int folder, const char *name, char *bytes, size_t count) {
  if (fails("readlinkat", is_in_folder(folder))) FAIL_WITH(EIO, EINTR, EACCES);
  return SYSTEM(readlinkat)(folder, name, bytes, count);
}

/// A closed descriptor is really closed, whatever the call returns.
int close(int file) {
  int is_inside = is_in_folder(file);
  noting(file, 0);
  int result = SYSTEM(close)(file);
  if (fails("close", is_inside)) FAIL_WITH(EIO, EINTR);
  return result;
}

int unlinkat(int folder, const char *name, int flags) {
  if (fails("unlinkat", is_in_folder(folder))) FAIL_WITH(EIO, EACCES);
  return SYSTEM(unlinkat)(folder, name, flags);
}

/// Adds the number of faults of this process to the report.
__attribute__((destructor)) static void write_report(void) {
  if (!process.report) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&process.faults));
  int file = SYSTEM(open)(process.report, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0) return;
  if (SYSTEM(write)(file, text, length) < 0) perror(process.report);
  SYSTEM(close)(file);
}
