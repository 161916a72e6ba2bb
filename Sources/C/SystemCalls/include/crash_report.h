// Crash handling: a message for the user, and a backtrace in a file for a bug report.
//
// Written in C because a signal handler may only call async-signal-safe functions
// (signal-safety(7)), which Swift code cannot guarantee.
#ifndef PAGEREEL_CRASH_REPORT_H
#define PAGEREEL_CRASH_REPORT_H

/// Installs a handler for SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE and SIGSEGV. It writes a
/// backtrace to a new file, prints a message and ends the process.
///
/// \param folder The folder for the file `pagereel-crash-PID.txt`; copied.
/// \param version The first line of the file; copied.
/// \param errors The descriptor for the message; it must stay open.
/// \param status The exit status.
void crash_report_install(const char *folder, const char *version, int errors, int status);

#endif
