// Reuses the shared memory of pictures: syscall, ftruncate, mmap, munmap.
//
// A painted page allocates new shared memory for each update, as large as the changed area, and
// frees it once the recorder has received it (SharedMemoryUnix.cpp, BackingStoreCairo.cpp). For
// each frame of 1280x720 the kernel must then find, clear and map a thousand memory pages,
// which takes as long as painting. So a few blocks of such memory are kept.
//
// A block is reused only when both sides have freed it: this process with munmap, and the
// recorder with its own (Sources/C/PageHost), which the recorder reports. Memory passed to any
// other process is never reused.
#include "pictures.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "page.h"
#include "real.h"

/// More than are in use at once.
enum { MOST_KEPT = 4 };

static struct kept {
    /// The block's own descriptor; negative if there is no block.
    int file;
    /// Its entry in the shared memory with the recorder.
    int entry;
    size_t capacity;
    /// Mapped as long as the block is kept.
    void *memory;
    /// Whether WebKit has it mapped.
    bool is_mapped;
    /// The value of `count` when it was last taken.
    uint64_t taken;
} all_kept[MOST_KEPT] = {{.file = -1}, {.file = -1}, {.file = -1}, {.file = -1}};
static uint64_t count;
/// The largest size requested so far; new blocks have this size, so that they fit later
/// requests.
static size_t largest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t set_up_once = PTHREAD_ONCE_INIT;

/// The memory that the calling thread is creating: its descriptor, and the block behind it once
/// it has a size.
static __thread struct {
    bool is_new;
    int file;
    struct kept *kept;
} made __attribute__((tls_model("initial-exec")));

/// Runs in a child of `fork`: the kept blocks belong to the parent.
static void forget_parent(void) {
    for (int index = 0; index < MOST_KEPT; index++) all_kept[index].file = -1;
    pthread_mutex_init(&lock, NULL);
}

static void set_up(void) { pthread_atfork(NULL, NULL, forget_parent); }

static struct page_clock_picture *entry_of(struct page_clock *clock, const struct kept *kept) {
    return &clock->pictures[kept->entry];
}

/// Frees a block; other processes may still have it mapped.
static void give_up(struct page_clock *clock, struct kept *kept) {
    real()->munmap(kept->memory, kept->capacity);
    close(kept->file);
    kept->file = -1;
    __atomic_store_n(&entry_of(clock, kept)->file, 0, __ATOMIC_SEQ_CST);
}

/// Claims an entry in the shared memory for a file.
///
/// \returns Its index, or a negative number if all are taken.
static int take_entry(struct page_clock *clock, uint64_t file) {
    for (int index = 0; index < PAGE_CLOCK_PICTURES; index++) {
        uint64_t none = 0;
        if (__atomic_compare_exchange_n(
                &clock->pictures[index].file, &none, file, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
            return index;
        }
    }
    return -1;
}

/// Creates a new block.
static bool make(struct page_clock *clock, struct kept *kept, size_t capacity) {
    int file = (int)real()->syscall(SYS_memfd_create, PICTURE_NAME, MFD_CLOEXEC);
    if (file < 0) return false;
    struct stat status;
    void *memory = MAP_FAILED;
    if (real()->ftruncate(file, (off_t)capacity) == 0 && fstat(file, &status) == 0) {
        memory = real()->mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    int entry = memory == MAP_FAILED ? -1 : take_entry(clock, status.st_ino);
    if (entry < 0) {
        if (memory != MAP_FAILED) real()->munmap(memory, capacity);
        close(file);
        return false;
    }
    *kept = (struct kept){.file = file, .entry = entry, .capacity = capacity, .memory = memory};
    return true;
}

/// Takes a block of at least `size` bytes, all zero like new memory.
static struct kept *take(struct page_clock *clock, size_t size) {
    pthread_once(&set_up_once, set_up);
    struct kept *found = NULL;
    struct kept *oldest = NULL;
    pthread_mutex_lock(&lock);
    if (size > largest) largest = size;
    for (int index = 0; index < MOST_KEPT && !found; index++) {
        struct kept *kept = &all_kept[index];
        if (kept->file >= 0 && kept->is_mapped) continue;
        bool is_lent = kept->file >= 0 && __atomic_load_n(&entry_of(clock, kept)->lent, __ATOMIC_SEQ_CST) != 0;
        if (kept->file >= 0 && !is_lent && kept->capacity >= size) found = kept;
        if (kept->file < 0 || !oldest || (oldest->file >= 0 && kept->taken < oldest->taken)) oldest = kept;
    }
    if (found) {
        memset(found->memory, 0, size);
    } else if (oldest) {
        if (oldest->file >= 0) give_up(clock, oldest);
        if (make(clock, oldest, largest)) found = oldest;
    }
    if (found) {
        found->is_mapped = true;
        found->taken = ++count;
        struct page_clock_picture *entry = entry_of(clock, found);
        __atomic_store_n(&entry->lent, entry->file, __ATOMIC_SEQ_CST);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

void note_memory(int file) {
    made.is_new = true;
    made.file = file;
    made.kept = NULL;
}

/// Called when memory gets its size: its descriptor is replaced with that of a kept block.
INTERPOSED int ftruncate(int file, off_t size) {
    struct page_clock *clock = made.is_new && file == made.file ? shared_page() : NULL;
    made.is_new = false;
    if (clock && size >= PAGE_CLOCK_PICTURE_SIZE) {
        int error = errno;
        struct kept *kept = take(clock, (size_t)size);
        if (kept && dup3(kept->file, file, O_CLOEXEC) == file) {
            made.kept = kept;
            return 0;
        }
        if (kept) kept->is_mapped = false;
        errno = error;
    }
    return real()->ftruncate(file, size);
}

INTERPOSED void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    if (file >= 0 && made.kept && file == made.file && !address && offset == 0 && size <= made.kept->capacity) {
        struct kept *kept = made.kept;
        made.kept = NULL;
        return kept->memory;
    }
    return real()->mmap(address, size, protection, flags, file, offset);
}

INTERPOSED int munmap(void *address, size_t size) {
    if (size >= PAGE_CLOCK_PICTURE_SIZE && address) {
        for (int index = 0; index < MOST_KEPT; index++) {
            struct kept *kept = &all_kept[index];
            if (address != __atomic_load_n(&kept->memory, __ATOMIC_ACQUIRE)) continue;
            pthread_mutex_lock(&lock);
            bool is_kept = kept->file >= 0 && kept->is_mapped && address == kept->memory;
            if (is_kept) kept->is_mapped = false;
            pthread_mutex_unlock(&lock);
            if (is_kept) return 0;
        }
    }
    return real()->munmap(address, size);
}
