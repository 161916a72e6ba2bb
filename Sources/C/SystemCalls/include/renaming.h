// Atomic renames that never lose a file: renameat2(2), which glibc declares only with GNU
// extensions.
#ifndef PAGEREEL_RENAMING_H
#define PAGEREEL_RENAMING_H

/// Renames a file, and fails if the new name exists.
///
/// \returns 0, or -1 with errno set: EEXIST if the name is taken, EINVAL if the file system
/// does not support it.
int renaming_without_replacing(const char *old_name, const char *new_name);

/// Exchanges the names of two files.
///
/// \returns 0, or -1 with errno set: ENOENT if one of them is missing, EINVAL if the file
/// system does not support it.
int renaming_exchanging(const char *first_name, const char *second_name);

/// Makes open(2) with O_DIRECTORY create an unnamed file: the part of O_TMPFILE that is the
/// same on all architectures (Linux, include/uapi/asm-generic/fcntl.h, __O_TMPFILE).
static const int renaming_unnamed_file = 020000000;

/// Makes open(2) open a folder only as a place, which needs no right to read it (open(2), O_PATH).
static const int renaming_place = 010000000;

#endif
