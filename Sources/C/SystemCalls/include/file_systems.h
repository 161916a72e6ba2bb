// Kinds of file systems: statfs(2), whose constants are the kernel's.
#ifndef PAGEREEL_FILE_SYSTEMS_H
#define PAGEREEL_FILE_SYSTEMS_H

/// Whether the kernel makes up all files around a path, so that programs cannot create any: proc, sysfs, cgroup.
///
/// \returns 1 or 0, or -1 with errno set: ENOENT if there is no such file.
int file_systems_is_of_kernel(const char *path);

#endif
