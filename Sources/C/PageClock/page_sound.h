// Memory in which a page's sound reaches the recorder.
//
// The recorder creates the file. The sink (Sources/PageSound) in each of the page's processes maps
// it and writes samples; the recorder reads them. What those processes write is untrusted: the
// recorder bounds every number and every sample.
#ifndef PAGEREEL_PAGE_SOUND_H
#define PAGEREEL_PAGE_SOUND_H

#include <limits.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The environment variable that names the shared file.
#define PAGE_SOUND_VARIABLE "PAGEREEL_PAGE_SOUND"

/// The environment variable that names the library with the sink.
#define PAGE_SOUND_LIBRARY_VARIABLE "PAGEREEL_PAGE_SOUND_LIBRARY"

/// Identifies this layout: "PRSOUND" and its version.
#define PAGE_SOUND_MAGIC 0x5052534f554e4402ULL

/// Samples per second and channel.
#define PAGE_SOUND_RATE 48000

/// Left and right.
#define PAGE_SOUND_CHANNELS 2

/// The maximum number of streams that sound at the same time, in all processes of a page.
///
/// More streams play, but are not recorded.
#define PAGE_SOUND_STREAMS 64

/// Blocks per stream; a power of two. WebKit fills one with 128 or more samples, so a stream has
/// room for at least 1.3 s.
#define PAGE_SOUND_BLOCKS 512

/// The maximum number of samples per channel and block.
#define PAGE_SOUND_BLOCK_SAMPLES 256

/// What becomes of a video's transparency.
enum page_sound_video {
    /// The video has no transparency.
    PAGE_SOUND_OPAQUE_VIDEO = 0,
    /// The transparency is lost.
    PAGE_SOUND_VIDEO_MADE_OPAQUE = 1,
    /// It is lost in a painted page only.
    PAGE_SOUND_VIDEO_FOR_LAYERS = 2,
};

/// Consecutive samples of one stream, or its interruption.
struct page_sound_block {
    /// When the first sample is to be heard, in nanoseconds of the page's CLOCK_MONOTONIC.
    int64_t start;
    /// The number of the stream, from 1.
    uint32_t stream;
    /// Samples per channel; 0 if the stream's earlier samples from `start` on are not heard.
    uint32_t count;
    /// The samples, left and right in turn; full scale is from -1 to 1.
    float samples[PAGE_SOUND_BLOCK_SAMPLES * PAGE_SOUND_CHANNELS];
};

/// The blocks of one stream at a time, from one writing thread to one reader.
struct page_sound_ring {
    /// The number of the stream that writes here; 0 if the ring is free.
    uint32_t owner;
    /// Not 0 while the writer waits for `read` to change.
    uint32_t is_awaited;
    /// The number of blocks written so far; wraps around.
    uint32_t written;
    /// A futex: the number of blocks read so far; wraps around.
    uint32_t read;
    struct page_sound_block blocks[PAGE_SOUND_BLOCKS];
};

/// The shared memory; every field but the blocks is read and written atomically.
struct page_sound {
    uint64_t magic;
    /// Whether a writer waits while its ring is full; otherwise its samples are lost.
    uint32_t waits;
    /// The number of streams so far.
    uint32_t streams;
    /// The number of streams that found no free ring.
    uint32_t refused;
    /// The number of blocks lost because a ring was full.
    uint32_t lost;
    /// The kinds of videos that were played, as bits (page_sound_video).
    uint32_t videos;
    uint32_t reserved;
    struct page_sound_ring rings[PAGE_SOUND_STREAMS];
};

/// Initializes memory that is all zeros.
static inline void page_sound_set_up(struct page_sound *sound, bool waits) {
    sound->waits = waits;
    __atomic_store_n(&sound->magic, PAGE_SOUND_MAGIC, __ATOMIC_RELEASE);
}

/// The number of streams so far.
static inline uint32_t page_sound_streams(const struct page_sound *sound) {
    return __atomic_load_n(&sound->streams, __ATOMIC_RELAXED);
}

/// The number of streams that found no free ring.
static inline uint32_t page_sound_refused(const struct page_sound *sound) {
    return __atomic_load_n(&sound->refused, __ATOMIC_RELAXED);
}

/// The number of blocks lost because a ring was full.
static inline uint32_t page_sound_lost(const struct page_sound *sound) {
    return __atomic_load_n(&sound->lost, __ATOMIC_RELAXED);
}

/// The kinds of videos that were played, as bits (page_sound_video).
static inline uint32_t page_sound_videos(const struct page_sound *sound) {
    return __atomic_load_n(&sound->videos, __ATOMIC_RELAXED);
}

/// Copies the next block of a ring.
///
/// \returns Whether there was one.
static inline bool page_sound_read(struct page_sound *sound, size_t index, struct page_sound_block *block) {
    struct page_sound_ring *ring = &sound->rings[index];
    uint32_t read = __atomic_load_n(&ring->read, __ATOMIC_RELAXED);
    uint32_t waiting = __atomic_load_n(&ring->written, __ATOMIC_ACQUIRE) - read;
    // A writer that is more than a ring ahead is broken.
    if (waiting == 0 || waiting > PAGE_SOUND_BLOCKS) return false;
    *block = ring->blocks[read % PAGE_SOUND_BLOCKS];
    if (block->count > PAGE_SOUND_BLOCK_SAMPLES) block->count = PAGE_SOUND_BLOCK_SAMPLES;
    __atomic_store_n(&ring->read, read + 1, __ATOMIC_SEQ_CST);
    return true;
}

/// Wakes the writer of a ring, if it waits for room.
///
/// \returns Whether it waited.
static inline bool page_sound_wake(struct page_sound *sound, size_t index) {
    struct page_sound_ring *ring = &sound->rings[index];
    if (!__atomic_exchange_n(&ring->is_awaited, 0, __ATOMIC_SEQ_CST)) return false;
    syscall(SYS_futex, &ring->read, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return true;
}

#endif
