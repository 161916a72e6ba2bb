// Makes random numbers reproducible: open of /dev/urandom.
//
// WebKit seeds its generator behind crypto.getRandomValues from that device (RandomDevice.cpp).
// If the recorder sets a seed, a file of numbers derived from it replaces the device.
// Math.random has its own generator, which the recorder seeds through an option of
// JavaScriptCore.
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "page.h"
#include "real.h"

/// Length in bytes of the file that replaces the device. WebKit reads 128 bytes for each 1.6
/// million that it returns, so this lasts for 13 GB.
enum { LENGTH = 1 << 20 };

/// Returns the next number of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
/// Number Generators", OOPSLA 2014).
static uint64_t next(uint64_t *state) {
    uint64_t number = *state += 0x9e3779b97f4a7c15;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
    number = (number ^ number >> 27) * 0x94d049bb133111eb;
    return number ^ number >> 31;
}

/// Opens a file of numbers derived from a seed; negative on failure.
static int open_seeded(uint64_t seed) {
    int file = memfd_create("random", MFD_CLOEXEC);
    if (file < 0) return file;
    uint64_t state = seed;
    uint64_t block[512];
    for (size_t written = 0; written < LENGTH; written += sizeof block) {
        for (size_t index = 0; index < sizeof block / sizeof block[0]; index++) block[index] = next(&state);
        if (write(file, block, sizeof block) != (ssize_t)sizeof block) {
            close(file);
            return -1;
        }
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

static int open_file(int (*real_open)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    const struct page_clock *clock = engaged_clock();
    if (clock && __atomic_load_n(&clock->is_seeded, __ATOMIC_ACQUIRE) && strcmp(path, "/dev/urandom") == 0) {
        int file = open_seeded(clock->seed);
        if (file >= 0) return file;
    }
    return real_open(path, flags, mode);
}

/// The mode of a new file, the only optional argument of `open`.
#define MODE(flags) \
    __extension__({ \
        mode_t mode = 0; \
        if ((flags) & (O_CREAT | O_TMPFILE)) { \
            va_list list; \
            va_start(list, flags); \
            mode = va_arg(list, mode_t); \
            va_end(list); \
        } \
        mode; \
    })

INTERPOSED int open(const char *path, int flags, ...) { return open_file(real()->open, path, flags, MODE(flags)); }

INTERPOSED int open64(const char *path, int flags, ...) { return open_file(real()->open64, path, flags, MODE(flags)); }
