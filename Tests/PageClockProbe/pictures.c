// Reuse of picture memory.
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe.h"

#define NAME "WebKitSharedMemory"

enum { SIZE = 1 << 20, MOST_KEPT = 4 };

/// Memory created like WebKit's, and its handle for the recorder.
struct memory {
    unsigned char *bytes;
    size_t size;
    int handle;
    uint64_t number;
};

static uint64_t number_of(int file) {
    struct stat status;
    expect_equal(fstat(file, &status), 0, "fstat");
    return status.st_ino;
}

static struct memory make_named(const char *name, size_t size) {
    int file = (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC);
    expect(file >= 0 && ftruncate(file, (off_t)size) == 0, "no memory");
    void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    expect(bytes != MAP_FAILED, "memory cannot be mapped");
    return (struct memory){.bytes = bytes, .size = size, .handle = file, .number = number_of(file)};
}

static struct memory make(size_t size) { return make_named(NAME, size); }

/// What the page does after sending a picture.
static void give_up(struct memory memory) {
    expect_equal(munmap(memory.bytes, memory.size), 0, "munmap");
    expect_equal(close(memory.handle), 0, "close");
}

static struct page_clock_picture *entry_of(uint64_t number) {
    for (int index = 0; index < PAGE_CLOCK_PICTURES; index++) {
        if (page->pictures[index].file == number) return &page->pictures[index];
    }
    return NULL;
}

/// What the recorder does after reading a picture.
static void give_back(struct memory memory) {
    struct page_clock_picture *entry = entry_of(memory.number);
    expect(entry && entry->lent == memory.number, "the memory is not lent");
    entry->lent = 0;
}

static bool is_zero(struct memory memory) {
    for (size_t index = 0; index < memory.size; index++) {
        if (memory.bytes[index]) return false;
    }
    return true;
}

CHECK(memory_of_pictures_is_used_again, ENGAGED) {
    struct memory first = make(SIZE);
    expect(is_zero(first), "new memory is not zero");
    memset(first.bytes, 7, SIZE);
    // The recorder maps the same memory by the handle.
    unsigned char *seen = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, first.handle, 0);
    expect(seen != MAP_FAILED && seen[0] == 7 && seen[SIZE - 1] == 7, "the handle leads elsewhere");
    munmap(seen, SIZE);
    give_up(first);
    give_back(first);
    struct memory second = make(SIZE);
    expect_equal(second.number, first.number, "the memory's number");
    expect(is_zero(second), "used memory is not zero");
}

CHECK(memory_of_a_smaller_picture_is_used_again, ENGAGED) {
    struct memory large = make(SIZE);
    give_up(large);
    give_back(large);
    struct memory small = make(SIZE / 2);
    expect_equal(small.number, large.number, "the memory's number");
    give_up(small);
    give_back(small);
    // Later memory is as large as the largest before.
    struct memory again = make(SIZE);
    expect_equal(again.number, large.number, "the memory's number");
}

CHECK(memory_is_not_used_again_before_the_recorder_has_looked, ENGAGED) {
    struct memory first = make(SIZE);
    memset(first.bytes, 7, SIZE);
    unsigned char *seen = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, first.handle, 0);
    give_up(first);
    // More than are kept.
    for (int round = 0; round < 3 * MOST_KEPT; round++) {
        struct memory other = make(SIZE);
        expect(other.number != first.number, "lent memory was used again");
        memset(other.bytes, 8, SIZE);
        give_up(other);
    }
    for (int index = 0; index < SIZE; index++) expect(seen[index] == 7, "lent memory was written to");
}

CHECK(memory_is_not_used_again_while_the_page_has_it, ENGAGED) {
    struct memory memory[3 * MOST_KEPT];
    for (int index = 0; index < 3 * MOST_KEPT; index++) {
        memory[index] = make(SIZE);
        memset(memory[index].bytes, index + 1, SIZE);
        if (entry_of(memory[index].number)) give_back(memory[index]);
    }
    for (int index = 0; index < 3 * MOST_KEPT; index++) {
        for (int byte = 0; byte < SIZE; byte++) expect(memory[index].bytes[byte] == index + 1, "mapped twice");
        give_up(memory[index]);
    }
}

CHECK(other_memory_is_made_as_ever, ENGAGED) {
    struct memory small = make(PAGE_CLOCK_PICTURE_SIZE - 1);
    expect(!entry_of(small.number), "small memory is kept");
    struct memory named = make_named("other", SIZE);
    expect(!entry_of(named.number), "memory of another name is kept");
    // One that is taken back by its creator.
    int file = (int)syscall(SYS_memfd_create, NAME, MFD_CLOEXEC);
    int other = memfd_create("other", MFD_CLOEXEC);
    expect(ftruncate(other, SIZE) == 0 && ftruncate(file, SIZE) == 0, "no memory");
    expect(!entry_of(number_of(other)) && !entry_of(number_of(file)), "memory of another file is kept");
    give_up(small);
    give_up(named);
}

CHECK(memory_is_made_as_ever_in_another_program, OTHER_PROGRAM) {
    struct memory first = make(SIZE);
    expect(!entry_of(first.number), "memory is kept");
    give_up(first);
}

CHECK(memory_is_made_as_ever_when_there_is_no_room_for_it, ENGAGED) {
    for (int index = 0; index < PAGE_CLOCK_PICTURES; index++) page->pictures[index].file = UINT64_MAX;
    struct memory first = make(SIZE);
    expect(is_zero(first) && !entry_of(first.number), "memory is kept");
    give_up(first);
}

static void *make_many(void *argument) {
    (void)argument;
    for (int round = 0; round < 200; round++) {
        struct memory memory = make(SIZE);
        expect(is_zero(memory), "memory has been written to by another thread");
        memset(memory.bytes, 9, SIZE);
        sched_yield();
        struct page_clock_picture *entry = entry_of(memory.number);
        if (entry) entry->lent = 0;
        give_up(memory);
    }
    return NULL;
}

CHECK(threads_never_have_the_same_memory, ENGAGED) {
    pthread_t threads[MOST_KEPT];
    for (int index = 0; index < MOST_KEPT; index++) pthread_create(&threads[index], NULL, make_many, NULL);
    for (int index = 0; index < MOST_KEPT; index++) pthread_join(threads[index], NULL);
}
