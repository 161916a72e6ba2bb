// Shared memory that lists the pending HTTP requests of WebKit's network process.
//
// The recorder creates the file and reads it; the preloaded library (Sources/PageProcess) maps
// it in the network process and writes it. The recorder does not trust the contents: a wrong
// entry delays the page's time no longer than a real request can.
#ifndef PAGEREEL_NETWORK_REQUESTS_H
#define PAGEREEL_NETWORK_REQUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The environment variable that names the shared file.
#define NETWORK_REQUESTS_VARIABLE "PAGEREEL_NETWORK_REQUESTS"

/// The environment variable that names the file with the addresses that a page must not request: regular
/// expressions, one a line.
#define BLOCKED_ADDRESSES_VARIABLE "PAGEREEL_BLOCKED_ADDRESSES"

/// The environment variable that names the file with the certificate authorities that are trusted beside the system's,
/// in PEM form; the file is empty if the user has named no authorities.
#define AUTHORITIES_VARIABLE "PAGEREEL_AUTHORITIES"

/// Identifies this layout: "PRNETWK" and its version.
#define NETWORK_REQUESTS_MAGIC 0x50524e4554574b03ULL

/// The capacity of the list; requests beyond it do not hold the page's time.
#define NETWORK_REQUESTS 256

/// The capacity for the address of a picture; a longer one is cut.
#define NETWORK_PICTURE 512

#define NETWORK_PICTURE_NONE 0
#define NETWORK_PICTURE_WRITTEN 1
#define NETWORK_PICTURE_KNOWN 2

/// The list; every field is read and written atomically.
struct network_requests {
    uint64_t magic;
    /// Whether a network process lists its requests here.
    uint64_t is_in_use;
    /// The number of pending requests, also of those that no script waits for; without media.
    int64_t pending;
    /// The number of open connections that may bring something at any time.
    int64_t live;
    /// Whether there is a picture that never ends: NETWORK_PICTURE_NONE, _WRITTEN or _KNOWN.
    uint32_t picture_state;
    /// Its address, with a zero at the end.
    char picture[NETWORK_PICTURE];
    /// Start time of each pending request in microseconds of CLOCK_MONOTONIC;
    /// 0 marks a free entry.
    int64_t begun[NETWORK_REQUESTS];
};

/// Initializes memory that is all zeros.
static inline void network_requests_set_up(struct network_requests *requests) {
    __atomic_store_n(&requests->magic, NETWORK_REQUESTS_MAGIC, __ATOMIC_RELEASE);
}

/// The number of pending requests that started between two times, in microseconds of CLOCK_MONOTONIC.
static inline size_t network_requests_count(const struct network_requests *requests, int64_t from, int64_t to) {
    size_t count = 0;
    for (size_t index = 0; index < NETWORK_REQUESTS; index++) {
        int64_t begun = __atomic_load_n(&requests->begun[index], __ATOMIC_SEQ_CST);
        if (begun != 0 && from < begun && begun <= to) count++;
    }
    return count;
}

/// Whether a connection is open that may bring something at any time.
static inline bool network_requests_are_live(const struct network_requests *requests) {
    return __atomic_load_n(&requests->live, __ATOMIC_SEQ_CST) > 0;
}

/// Copies the address of a picture that never ends.
///
/// @return Whether there is one.
static inline bool network_requests_copy_picture(struct network_requests *requests, char address[NETWORK_PICTURE]) {
    if (__atomic_load_n(&requests->picture_state, __ATOMIC_ACQUIRE) != NETWORK_PICTURE_KNOWN) return false;
    for (size_t index = 0; index < NETWORK_PICTURE; index++) address[index] = requests->picture[index];
    // The recorder does not trust the contents.
    address[NETWORK_PICTURE - 1] = 0;
    return true;
}

/// Forgets the picture that never ends.
static inline void network_requests_forget_picture(struct network_requests *requests) {
    __atomic_store_n(&requests->picture_state, NETWORK_PICTURE_NONE, __ATOMIC_RELEASE);
}

/// Whether a network process lists its requests, and no request is pending.
static inline bool network_requests_are_none(const struct network_requests *requests) {
    return __atomic_load_n(&requests->is_in_use, __ATOMIC_ACQUIRE)
        && __atomic_load_n(&requests->pending, __ATOMIC_SEQ_CST) <= 0;
}

#endif
