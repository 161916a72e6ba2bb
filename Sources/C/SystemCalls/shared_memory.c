#include "shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int shared_memory_create(const char *name, off_t size) {
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    if (ftruncate(file, size) == 0 && fcntl(file, F_ADD_SEALS, seals) == 0) return file;
    (void)close(file);
    return -1;
}

int memory_file_create(const char *name, const void *bytes, size_t count) {
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0) return -1;
    // Memory takes all bytes at once, up to 2 GB (write(2)).
    if (write(file, bytes, count) == (ssize_t)count) return file;
    (void)close(file);
    return -1;
}
