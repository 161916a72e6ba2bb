// Shared memory as an unnamed file.
#ifndef PAGEREEL_SHARED_MEMORY_H
#define PAGEREEL_SHARED_MEMORY_H

#include <sys/types.h>

/// Creates a memory file of `size` bytes, all zero. Its size is sealed, so reading it never
/// raises SIGBUS, whatever the other process does (memfd_create(2), "File sealing").
///
/// \returns A descriptor that exec closes, or -1 with errno set.
int shared_memory_create(const char *name, off_t size);

/// Creates a file in memory with some contents.
///
/// \returns A descriptor, or -1 with `errno` set.
int memory_file_create(const char *name, const void *bytes, size_t count);

#endif
