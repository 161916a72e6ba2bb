// Renames that never lose a file, in one step: renameat2(2), which the C
// library declares for programs that ask for GNU's extensions only.
#ifndef PAGEREEL_RENAMING_H
#define PAGEREEL_RENAMING_H

/// Renames a file unless there is one of the new name.
///
/// \returns 0, or -1 with the reason in errno: EEXIST for a name that is taken,
///     EINVAL where the file system cannot do it in one step.
int renaming_without_replacing(const char *old_name, const char *new_name);

/// Exchanges the names of two files.
///
/// \returns 0, or -1 with the reason in errno: ENOENT if one of them is
///     missing, EINVAL where the file system cannot do it in one step.
int renaming_exchanging(const char *first_name, const char *second_name);

/// Makes open(2), together with O_DIRECTORY, create a file that has no name:
/// the part of O_TMPFILE that is the same on all processors (Linux,
/// include/uapi/asm-generic/fcntl.h, __O_TMPFILE).
static const int renaming_unnamed_file = 020000000;

#endif
