// What a program does when it crashes: one sentence for the user, and a
// backtrace in a file for a bug report.
//
// In C because a signal handler may only call what is async-signal-safe
// (signal-safety(7)), which Swift code cannot promise.
#ifndef PAGEREEL_CRASH_REPORT_H
#define PAGEREEL_CRASH_REPORT_H

/// Has SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE and SIGSEGV write a backtrace into
/// a new file, say so in a sentence, and end the process.
///
/// \param folder Where the file is put, as `pagereel-crash-PID.txt`; copied.
/// \param version What the file begins with; copied.
/// \param errors Where the sentence goes: a descriptor that stays open.
/// \param status The exit status.
void crash_report_install(const char *folder, const char *version, int errors, int status);

#endif
