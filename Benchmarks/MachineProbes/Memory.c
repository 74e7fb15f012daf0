#include "MachineProbes.h"

#include <sys/resource.h>

int64_t peak_resident_bytes(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#if defined(__APPLE__)
  return usage.ru_maxrss;
#else
  return (int64_t)usage.ru_maxrss * 1024;
#endif
}
