#include "shared_pictures.h"

#include <page_clock.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "stand_in.h"

/// The maximum number of mapped pictures that are tracked.
#define MOST_MAPPED 64

/// Protects the variables below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct page_clock *told;
static struct {
    const void *address;
    struct page_clock_picture *picture;
    /// The picture's file; the entry may be reused for another one.
    uint64_t file;
} mapped[MOST_MAPPED];
/// The number of tracked pictures. Also read without the lock, because most unmapped memory is
/// not a picture.
static int mapped_count;

static void replace_told(struct page_clock *clock) {
    __atomic_store_n(&told, clock, __ATOMIC_RELEASE);
    __atomic_store_n(&mapped_count, 0, __ATOMIC_RELEASE);
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

static void note_mapped(const void *address, int file) {
    struct stat status;
    if (!__atomic_load_n(&told, __ATOMIC_ACQUIRE) || fstat(file, &status) != 0) return;
    pthread_mutex_lock(&lock);
    struct page_clock_picture *picture = told ? find_picture(told, status.st_ino) : NULL;
    // An untracked picture stays lent and is not reused.
    if (picture && mapped_count < MOST_MAPPED) {
        mapped[mapped_count].address = address;
        mapped[mapped_count].picture = picture;
        mapped[mapped_count].file = status.st_ino;
        __atomic_store_n(&mapped_count, mapped_count + 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}

/// Removes an address from the tracked ones, and returns its picture if it is mapped nowhere
/// else.
static void give_back(const void *address) {
    for (int index = 0; index < mapped_count; index++) {
        if (mapped[index].address != address) continue;
        struct page_clock_picture *picture = mapped[index].picture;
        uint64_t file = mapped[index].file;
        mapped[index] = mapped[mapped_count - 1];
        __atomic_store_n(&mapped_count, mapped_count - 1, __ATOMIC_RELEASE);
        for (int other = 0; other < mapped_count; other++) {
            if (mapped[other].file == file) return;
        }
        __atomic_compare_exchange_n(&picture->lent, &file, 0, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
        return;
    }
}

/// mmap(2) for all libraries except the C library itself.
EXPORTED void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    void *result = (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
    bool may_be_picture = file >= 0 && flags & MAP_SHARED && size >= PAGE_CLOCK_PICTURE_SIZE && offset == 0;
    if (may_be_picture && result != MAP_FAILED) note_mapped(result, file);
    return result;
}

/// munmap(2) for all libraries except the C library itself.
EXPORTED int munmap(void *address, size_t size) {
    if (__atomic_load_n(&mapped_count, __ATOMIC_ACQUIRE) == 0) return (int)syscall(SYS_munmap, address, size);
    // Before unmapping, because another thread may get the same address right after.
    pthread_mutex_lock(&lock);
    give_back(address);
    pthread_mutex_unlock(&lock);
    return (int)syscall(SYS_munmap, address, size);
}
