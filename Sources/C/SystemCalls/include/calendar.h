// Reads times as people write them, which Swift's view of the C library lacks.
#ifndef PAGEREEL_CALENDAR_H
#define PAGEREEL_CALENDAR_H

#include <time.h>

/// strptime(3). glibc declares it for _XOPEN_SOURCE only.
char *strptime(const char *text, const char *format, struct tm *parts);

#endif
