// Ends the process with the recorder: sendmsg.
//
// WebKit's launcher in the recorder waits for a first byte from each process that it starts, to
// which the kernel adds the process ID (ConnectionUnix.cpp, sendPIDToPeer). If the process
// ended before, the launcher would abort the recorder.
#include "ending.h"

#include <stdatomic.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <time.h>

#include "real.h"

/// Whether the process has sent that byte.
static atomic_bool has_introduced_itself;

/// How long ending is delayed for it, in real seconds: longer than starting takes on a busy
/// machine.
enum { MOST_PATIENCE = 30 };

/// Called by the waker only.
static bool is_patience_over(void) {
    static time_t since;
    struct timespec now;
    real()->clock_gettime(CLOCK_MONOTONIC, &now);
    if (since == 0) since = now.tv_sec;
    return now.tv_sec - since > MOST_PATIENCE;
}

bool must_end(const struct page_clock *clock, int file) {
    if (__atomic_load_n(&clock->has_ended, __ATOMIC_SEQ_CST)) {
        return atomic_load(&has_introduced_itself) || is_patience_over();
    }
    // A recorder that was killed could not set `has_ended`, but its lock is released.
    return file >= 0 && __atomic_load_n(&clock->is_locked, __ATOMIC_SEQ_CST) && flock(file, LOCK_SH | LOCK_NB) == 0;
}

/// Whether a message carries nothing but its sender's credentials, which WebKit adds itself
/// from 2.52 on (g_unix_connection_send_credentials).
static bool has_only_credentials(const struct msghdr *message) {
    if (message->msg_controllen == 0) return true;
    const struct cmsghdr *header = CMSG_FIRSTHDR(message);
    return header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS;
}

/// Whether a message is that byte, a zero, and nothing else.
static bool is_introduction(const struct msghdr *message) {
    return message && !message->msg_name && has_only_credentials(message) && message->msg_iovlen == 1
        && message->msg_iov->iov_len == 1 && *(const char *)message->msg_iov->iov_base == 0;
}

INTERPOSED ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    ssize_t result = real()->sendmsg(socket, message, flags);
    if (result < 0 || atomic_load(&has_introduced_itself) || !is_introduction(message)) return result;
    atomic_store(&has_introduced_itself, true);
    struct page_clock *clock = engaged_clock();
    // The waker may be waiting for this.
    if (clock) real()->syscall(SYS_futex, &clock->generation, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return result;
}
