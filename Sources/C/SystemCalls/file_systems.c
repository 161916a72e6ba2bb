#include "file_systems.h"

#include <linux/magic.h>
#include <sys/vfs.h>

int file_systems_is_of_kernel(const char *path) {
    struct statfs status;
    if (statfs(path, &status) != 0) return -1;
    switch (status.f_type) {
    case PROC_SUPER_MAGIC:
    case SYSFS_MAGIC:
    case CGROUP_SUPER_MAGIC:
    case CGROUP2_SUPER_MAGIC: return 1;
    default: return 0;
    }
}
