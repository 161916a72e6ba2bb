// Memory that two processes share, as a file without a name.
#ifndef PAGEREEL_SHARED_MEMORY_H
#define PAGEREEL_SHARED_MEMORY_H

#include <sys/types.h>

/// Creates a memory file of `size` bytes, all zero, whose size is sealed:
/// reading it never raises SIGBUS, whatever the other process does
/// (memfd_create(2), "File sealing").
///
/// \returns a descriptor that exec closes, or -1 with errno set.
int shared_memory_create(const char *name, off_t size);

#endif
