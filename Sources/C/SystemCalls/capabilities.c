#include "capabilities.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t bit(int capability) { return (uint64_t)1 << capability; }

/// Whether a kernel setting is a number above zero; `missing` if the kernel does not have it.
static int is_positive(const char *path, int missing) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return missing;
    char digit = 0;
    ssize_t count = read(file, &digit, 1);
    (void)close(file);
    return count == 1 && digit >= '1' && digit <= '9';
}

uint64_t capabilities_of_engine(void) {
    uint64_t kept = bit(CAP_DAC_READ_SEARCH) | bit(CAP_SETFCAP);
    // The second setting is Debian's own.
    if (is_positive("/proc/sys/user/max_user_namespaces", 1) && is_positive("/proc/sys/kernel/unprivileged_userns_clone", 1))
        return kept;
    return kept | bit(CAP_SYS_ADMIN) | bit(CAP_NET_ADMIN);
}

void capabilities_keep_only(uint64_t kept) {
    if (geteuid() != 0) return;
    // A program that root executes gets what is in the bounding set. Without CAP_SETPCAP the calls fail, as in a
    // container that has taken it away.
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
        if (!(kept & bit(capability))) (void)prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    }
    (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, sets) != 0) return;
    for (int half = 0; half < _LINUX_CAPABILITY_U32S_3; half++) {
        uint32_t part = (uint32_t)(kept >> (32 * half));
        sets[half].permitted &= part;
        sets[half].effective &= part;
        sets[half].inheritable = 0;
    }
    (void)syscall(SYS_capset, &header, sets);
}
