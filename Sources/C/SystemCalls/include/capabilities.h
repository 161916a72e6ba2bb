// Capabilities (capabilities(7)): the parts of root's power.
#ifndef PAGEREEL_CAPABILITIES_H
#define PAGEREEL_CAPABILITIES_H

#include <stdint.h>

/// The capabilities that the engine of a root user keeps, as a set of bits.
///
/// Reading every file, so that root can record every user's pages, and CAP_SETFCAP, which the kernel requires for the
/// sandbox's user namespace of a root user (user_namespaces(7), since Linux 5.12). Where user namespaces are forbidden,
/// also those with which bubblewrap makes a sandbox without one.
uint64_t capabilities_of_engine(void);

/// Gives up all other capabilities for good, also for programs that are executed later; does nothing unless the user is
/// root. Async-signal-safe.
void capabilities_keep_only(uint64_t kept);

#endif
