// Reports that an edit of a collection used a position that does not exist.
//
// The collections do not depend on the core, which reports misuse, so the core sets the receiver of these reports.
#ifndef PUREDUX_POSITION_REPORT_H
#define PUREDUX_POSITION_REPORT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Receives the position, and the number of elements.
typedef void (*puredux_position_report)(intptr_t position, intptr_t count);

/// Replaces the receiver of all later reports.
void puredux_set_position_report(puredux_position_report _Nonnull report);

/// Calls the receiver, or writes to standard error if no receiver was set.
void puredux_report_position(intptr_t position, intptr_t count);

#ifdef __cplusplus
}
#endif

#endif
