// Ending with the recorder: sendmsg.
//
// WebKit's launcher waits in the recorder for the number of the process that
// it has started, sent as credentials (ConnectionUnix.cpp, sendPIDToPeer). Had
// the process ended before, the launcher would end the recorder.
#include "ending.h"

#include <stdatomic.h>
#include <sys/file.h>
#include <sys/socket.h>

#include "real.h"

/// Whether the process has told its number.
static atomic_bool has_introduced_itself;

bool must_end(const struct page_clock *clock, int file) {
    if (__atomic_load_n(&clock->has_ended, __ATOMIC_SEQ_CST)) return atomic_load(&has_introduced_itself);
    // A recorder that was killed could say nothing; its lock is gone.
    return file >= 0 && __atomic_load_n(&clock->is_locked, __ATOMIC_SEQ_CST) && flock(file, LOCK_SH | LOCK_NB) == 0;
}

static bool holds_credentials(const struct msghdr *message) {
    const struct cmsghdr *header = message ? CMSG_FIRSTHDR(message) : NULL;
    return header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS;
}

INTERPOSED ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    ssize_t result = real()->sendmsg(socket, message, flags);
    if (result < 0 || atomic_load(&has_introduced_itself) || !holds_credentials(message)) return result;
    atomic_store(&has_introduced_itself, true);
    struct page_clock *clock = engaged_clock();
    // The waker may be waiting for just this.
    if (clock) real()->syscall(SYS_futex, &clock->generation, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return result;
}
