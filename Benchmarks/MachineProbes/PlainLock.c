#include "MachineProbes.h"

#include <stdlib.h>

pthread_mutex_t *plain_lock_make(void) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  if (!lock) abort();
  pthread_mutex_init(lock, NULL);
  return lock;
}

void plain_lock_free(pthread_mutex_t *lock) {
  pthread_mutex_destroy(lock);
  free(lock);
}
