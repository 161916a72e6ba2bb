#include "shared_pictures.h"

#include <page_clock.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "stand_in.h"

/// The maximum number of mappings that are tracked.
#define MOST_MAPPED 64

/// The largest picture whose mapping is kept. It bounds addresses, not memory, which the page's process holds.
#define MOST_KEPT_SIZE ((off_t)1 << 30)

/// Protects the variables below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct page_clock *told;
/// A mapping of a picture.
struct mapping {
    void *address;
    /// The size that was mapped, and the size that its user asked for.
    size_t length, size;
    int protection;
    /// NULL once the page's processes are forgotten.
    struct page_clock_picture *picture;
    /// The picture's file; the entry may be reused for another one.
    uint64_t file;
    dev_t device;
    /// Whether it has a user. Without one it is kept for the next picture in the same memory: the kernel takes as long to
    /// map a picture and to unmap it as to copy it.
    bool is_used;
};
static struct mapping mapped[MOST_MAPPED];
/// The number of tracked mappings. Also read without the lock, because most unmapped memory is
/// not a picture.
static int mapped_count;

static void *map(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

static int unmap(void *address, size_t size) { return (int)syscall(SYS_munmap, address, size); }

static void forget_mapping(int index) {
    mapped[index] = mapped[mapped_count - 1];
    __atomic_store_n(&mapped_count, mapped_count - 1, __ATOMIC_RELEASE);
}

/// Unmaps what is kept without a user.
///
/// \param gone_only Whether to keep the mappings of memory that the page still lists.
static void unmap_unused(bool gone_only) {
    for (int index = mapped_count - 1; index >= 0; index--) {
        struct mapping *mapping = &mapped[index];
        if (mapping->is_used) continue;
        if (gone_only && __atomic_load_n(&mapping->picture->file, __ATOMIC_SEQ_CST) == mapping->file) continue;
        unmap(mapping->address, mapping->length);
        forget_mapping(index);
    }
}

static void replace_told(struct page_clock *clock) {
    unmap_unused(false);
    for (int index = 0; index < mapped_count; index++) mapped[index].picture = NULL;
    __atomic_store_n(&told, clock, __ATOMIC_RELEASE);
}

void shared_pictures_tell(struct page_clock *clock) {
    pthread_mutex_lock(&lock);
    replace_told(clock);
    pthread_mutex_unlock(&lock);
}

void shared_pictures_forget(struct page_clock *clock) {
    pthread_mutex_lock(&lock);
    if (told == clock) replace_told(NULL);
    pthread_mutex_unlock(&lock);
}

static struct page_clock_picture *find_picture(struct page_clock *clock, uint64_t file) {
    for (int index = 0; index < PAGE_CLOCK_PICTURES; index++) {
        struct page_clock_picture *picture = &clock->pictures[index];
        if (__atomic_load_n(&picture->file, __ATOMIC_SEQ_CST) == file) return picture;
    }
    return NULL;
}

/// Maps a picture, or uses a mapping that is kept.
///
/// \returns MAP_FAILED if the file is not a picture, or cannot be tracked. An untracked picture stays lent and is not
/// reused.
static void *map_picture(size_t size, int protection, int file) {
    struct stat status;
    if (fstat(file, &status) != 0) return MAP_FAILED;
    struct page_clock_picture *picture = told ? find_picture(told, status.st_ino) : NULL;
    if (!picture) return MAP_FAILED;
    for (int index = 0; index < mapped_count; index++) {
        struct mapping *mapping = &mapped[index];
        if (mapping->is_used || mapping->file != status.st_ino || mapping->device != status.st_dev) continue;
        if (mapping->length < size || mapping->protection != protection || mapping->picture != picture) continue;
        mapping->size = size;
        mapping->is_used = true;
        return mapping->address;
    }
    unmap_unused(true);
    if (mapped_count == MOST_MAPPED) return MAP_FAILED;
    // All of the file, as the next picture may be larger.
    bool is_whole = status.st_size >= (off_t)size && status.st_size <= MOST_KEPT_SIZE;
    size_t length = is_whole ? (size_t)status.st_size : size;
    void *address = map(NULL, length, protection, MAP_SHARED, file, 0);
    if (address == MAP_FAILED) return MAP_FAILED;
    mapped[mapped_count] = (struct mapping){
        .address = address,
        .length = length,
        .size = size,
        .protection = protection,
        .picture = picture,
        .file = status.st_ino,
        .device = status.st_dev,
        .is_used = true,
    };
    __atomic_store_n(&mapped_count, mapped_count + 1, __ATOMIC_RELEASE);
    return address;
}

/// Ends the use of a mapping, and gives its picture back if no other mapping of it is used.
///
/// \returns Whether it was the use of a mapping, so that nothing is left to unmap. Whoever unmaps another size than was
/// asked for means the kernel; the mapping is then no longer kept.
static bool end_use(const void *address, size_t size) {
    for (int index = 0; index < mapped_count; index++) {
        struct mapping *mapping = &mapped[index];
        if (!mapping->is_used || mapping->address != address) continue;
        struct page_clock_picture *picture = mapping->picture;
        uint64_t file = mapping->file;
        bool is_whole = mapping->size == size;
        mapping->is_used = false;
        if (is_whole && !picture) unmap(mapping->address, mapping->length);
        if (!is_whole || !picture) forget_mapping(index);
        if (!picture) return is_whole;
        for (int other = 0; other < mapped_count; other++) {
            if (mapped[other].is_used && mapped[other].file == file) return is_whole;
        }
        __atomic_compare_exchange_n(&picture->lent, &file, 0, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
        return is_whole;
    }
    return false;
}

/// mmap(2) for all libraries except the C library itself.
EXPORTED void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    bool may_be_picture = file >= 0 && !address && flags == MAP_SHARED && size >= PAGE_CLOCK_PICTURE_SIZE && offset == 0;
    if (may_be_picture && __atomic_load_n(&told, __ATOMIC_ACQUIRE)) {
        pthread_mutex_lock(&lock);
        void *picture = map_picture(size, protection, file);
        pthread_mutex_unlock(&lock);
        if (picture != MAP_FAILED) return picture;
    }
    return map(address, size, protection, flags, file, offset);
}

/// munmap(2) for all libraries except the C library itself.
EXPORTED int munmap(void *address, size_t size) {
    if (__atomic_load_n(&mapped_count, __ATOMIC_ACQUIRE) == 0) return unmap(address, size);
    pthread_mutex_lock(&lock);
    bool is_picture = end_use(address, size);
    pthread_mutex_unlock(&lock);
    return is_picture ? 0 : unmap(address, size);
}
