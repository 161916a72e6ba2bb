// Parsing of dates and times, which Swift's import of the C library lacks.
#ifndef PAGEREEL_CALENDAR_H
#define PAGEREEL_CALENDAR_H

#include <time.h>

/// strptime(3), which glibc declares only for _XOPEN_SOURCE.
char *strptime(const char *text, const char *format, struct tm *parts);

#endif
