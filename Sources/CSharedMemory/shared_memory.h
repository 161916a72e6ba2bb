// Memory that two processes share, as a file without a name.
#ifndef PAGEREEL_SHARED_MEMORY_H
#define PAGEREEL_SHARED_MEMORY_H

#include <fcntl.h>
#include <linux/memfd.h>
#include <sys/syscall.h>
#include <unistd.h>

// <fcntl.h> declares these for _GNU_SOURCE only, and <linux/fcntl.h> cannot be
// included beside it; the numbers are the kernel's (include/uapi/linux/fcntl.h).
enum {
    SHARED_MEMORY_ADD_SEALS = 1024 + 9,
    SHARED_MEMORY_SEAL_SEAL = 1,
    SHARED_MEMORY_SEAL_SHRINK = 2,
    SHARED_MEMORY_SEAL_GROW = 4,
};

/// Creates a memory file of `size` bytes, all zero, whose size nobody can change
/// any more: reading it never ends with SIGBUS, whatever the other process does
/// (memfd_create(2), "File sealing").
///
/// Returns a descriptor that exec closes, or -1 with errno set.
static inline int shared_memory_create(const char *name, off_t size) {
    int file = (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    int seals = SHARED_MEMORY_SEAL_SHRINK | SHARED_MEMORY_SEAL_GROW | SHARED_MEMORY_SEAL_SEAL;
    if (ftruncate(file, size) == 0 && fcntl(file, SHARED_MEMORY_ADD_SEALS, seals) == 0) return file;
    (void)close(file);
    return -1;
}

#endif
