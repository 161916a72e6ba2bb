#include "stream.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static struct page_sound *shared;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void map_shared(void) {
    const char *path = getenv(PAGE_SOUND_VARIABLE);
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    struct stat status;
    void *memory = MAP_FAILED;
    // Memory beyond a file's end can be mapped, but not read.
    if (fstat(file, &status) == 0 && status.st_size >= (off_t)sizeof *shared) {
        memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    close(file);
    if (memory == MAP_FAILED) return;
    struct page_sound *sound = memory;
    if (__atomic_load_n(&sound->magic, __ATOMIC_ACQUIRE) == PAGE_SOUND_MAGIC) shared = sound;
}

/// The shared memory; NULL if the recorder wants no sound.
static struct page_sound *shared_sound(void) {
    pthread_once(&once, map_shared);
    return shared;
}

/// Finds a free ring for a stream that begins to sound.
static struct page_sound_ring *claim(struct page_sound *sound, struct stream *stream) {
    if (!stream->number) stream->number = __atomic_add_fetch(&sound->streams, 1, __ATOMIC_RELAXED);
    for (size_t index = 0; index < PAGE_SOUND_STREAMS; index++) {
        uint32_t none = 0;
        if (__atomic_compare_exchange_n(
                &sound->rings[index].owner, &none, stream->number, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            return &sound->rings[index];
        }
    }
    if (!stream->is_refused) __atomic_add_fetch(&sound->refused, 1, __ATOMIC_RELAXED);
    stream->is_refused = true;
    return NULL;
}

static bool is_silent(const float *samples, size_t count) {
    for (size_t index = 0; index < count * PAGE_SOUND_CHANNELS; index++) {
        if (samples[index] != 0) return false;
    }
    return true;
}

/// Waits until the ring has room for a block.
///
/// \returns Whether it has room; false if the stream is flushing or the recorder wants no waits.
static bool wait_for_room(struct page_sound *sound, struct stream *stream) {
    struct page_sound_ring *ring = stream->ring;
    while (true) {
        // Set before `read` is looked at: the recorder reads first and then looks at this.
        __atomic_store_n(&ring->is_awaited, 1, __ATOMIC_SEQ_CST);
        uint32_t read = __atomic_load_n(&ring->read, __ATOMIC_SEQ_CST);
        bool has_room = ring->written - read < PAGE_SOUND_BLOCKS;
        if (has_room || !sound->waits || atomic_load(&stream->is_flushing)) {
            __atomic_store_n(&ring->is_awaited, 0, __ATOMIC_SEQ_CST);
            return has_room;
        }
        syscall(SYS_futex, &ring->read, FUTEX_WAIT, read, NULL, NULL, 0);
    }
}

static bool has_room(const struct page_sound_ring *ring) {
    return ring->written - __atomic_load_n(&ring->read, __ATOMIC_ACQUIRE) < PAGE_SOUND_BLOCKS;
}

/// Writes a block to a ring that has room.
static void write_block(struct stream *stream, int64_t start, const float *samples, size_t count) {
    struct page_sound_ring *ring = stream->ring;
    struct page_sound_block *block = &ring->blocks[ring->written % PAGE_SOUND_BLOCKS];
    block->start = start;
    block->stream = stream->number;
    block->count = (uint32_t)count;
    if (count > 0) memcpy(block->samples, samples, count * PAGE_SOUND_CHANNELS * sizeof *samples);
    __atomic_store_n(&ring->written, ring->written + 1, __ATOMIC_RELEASE);
}

bool stream_write(struct stream *stream, int64_t start, const float *samples, size_t count) {
    struct page_sound *sound = shared_sound();
    if (!sound) return true;
    if (is_silent(samples, count)) {
        stream_release(stream);
        return true;
    }
    if (!stream->ring) stream->ring = claim(sound, stream);
    if (!stream->ring) return true;
    struct page_sound_ring *ring = stream->ring;
    for (size_t done = 0; done < count;) {
        if (!has_room(ring) && !wait_for_room(sound, stream)) {
            if (atomic_load(&stream->is_flushing)) return false;
            __atomic_add_fetch(&sound->lost, 1, __ATOMIC_RELAXED);
            return true;
        }
        size_t part = count - done < PAGE_SOUND_BLOCK_SAMPLES ? count - done : PAGE_SOUND_BLOCK_SAMPLES;
        int64_t time = start + (int64_t)(done * INT64_C(1000000000) / PAGE_SOUND_RATE);
        write_block(stream, time, samples + done * PAGE_SOUND_CHANNELS, part);
        done += part;
    }
    return true;
}

void stream_cut(struct stream *stream, int64_t time) {
    struct page_sound *sound = shared_sound();
    if (!sound || !stream->ring) return;
    // Never waits: the caller may be the main thread. A full ring is far ahead of the reader anyway.
    if (has_room(stream->ring)) write_block(stream, time, NULL, 0);
}

void stream_release(struct stream *stream) {
    if (!stream->ring) return;
    __atomic_store_n(&stream->ring->owner, 0, __ATOMIC_SEQ_CST);
    stream->ring = NULL;
}

void stream_set_flushing(struct stream *stream, bool is_flushing) {
    atomic_store(&stream->is_flushing, is_flushing);
    struct page_sound *sound = shared_sound();
    if (!sound || !is_flushing) return;
    // The ring belongs to the streaming thread, so all writers look at their flags again.
    for (size_t index = 0; index < PAGE_SOUND_STREAMS; index++) {
        if (!__atomic_load_n(&sound->rings[index].is_awaited, __ATOMIC_SEQ_CST)) continue;
        syscall(SYS_futex, &sound->rings[index].read, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    }
}

void stream_note_video(enum page_sound_video video) {
    struct page_sound *sound = shared_sound();
    if (sound) __atomic_or_fetch(&sound->videos, video, __ATOMIC_RELAXED);
}
