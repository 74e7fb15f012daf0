#include "PureduxPositionReport.h"
#include <stdio.h>

static puredux_position_report receiver;

void puredux_set_position_report(puredux_position_report report) {
  __atomic_store_n(&receiver, report, __ATOMIC_RELEASE);
}

void puredux_report_position(intptr_t position, intptr_t count) {
  puredux_position_report report = __atomic_load_n(&receiver, __ATOMIC_ACQUIRE);
  if (report) return report(position, count);
  fprintf(stderr, "Puredux: an edit used position %jd of an ordered state with %jd elements, so only the "
    "positions that exist were edited.\n", (intmax_t)position, (intmax_t)count);
}
