// Where a collection tells that it was to be edited at a position that it does not have.
//
// Collections know no store, and so not where misuse is reported; the core sets that here.
#ifndef PUREDUX_POSITION_REPORT_H
#define PUREDUX_POSITION_REPORT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Is told the position, and how many elements there are.
typedef void (*puredux_position_report)(intptr_t position, intptr_t count);

/// Replaces the receiver of all later reports.
void puredux_set_position_report(puredux_position_report _Nonnull report);

/// Tells the receiver; writes to standard error where none was set.
void puredux_report_position(intptr_t position, intptr_t count);

#ifdef __cplusplus
}
#endif

#endif
