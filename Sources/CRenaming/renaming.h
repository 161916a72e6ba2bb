// Renames that never lose a file, in one step: renameat2(2), which the C
// library declares for programs that ask for GNU's extensions only.
#ifndef PAGEREEL_RENAMING_H
#define PAGEREEL_RENAMING_H

#include <sys/syscall.h>
#include <unistd.h>

/// Renames a file unless there is one of the new name.
///
/// \returns 0, or -1 with the reason in errno: EEXIST for a name that is taken,
///     EINVAL where the file system cannot do it in one step.
static inline int renaming_without_replacing(const char *old_name, const char *new_name) {
    // As linux/fcntl.h and linux/fs.h have them, whose other constants would
    // be Swift's twice.
    const int working_folder = -100; // AT_FDCWD
    const unsigned no_replace = 1;   // RENAME_NOREPLACE
    return (int)syscall(SYS_renameat2, working_folder, old_name, working_folder, new_name, no_replace);
}

/// Lets two files have each other's name.
///
/// \returns 0, or -1 with the reason in errno: ENOENT if one of them is not
///     there, EINVAL where the file system cannot do it in one step.
static inline int renaming_exchanging(const char *first_name, const char *second_name) {
    const int working_folder = -100; // AT_FDCWD
    const unsigned exchange = 2;     // RENAME_EXCHANGE
    return (int)syscall(SYS_renameat2, working_folder, first_name, working_folder, second_name, exchange);
}

/// Makes open(2), together with O_DIRECTORY, create a file that has no name:
/// the part of O_TMPFILE that is the same on all processors (Linux,
/// include/uapi/asm-generic/fcntl.h, __O_TMPFILE).
static const int renaming_unnamed_file = 020000000;

#endif
