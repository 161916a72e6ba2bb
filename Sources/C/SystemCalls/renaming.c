#include "renaming.h"

#include <fcntl.h>
#include <stdio.h>

int renaming_without_replacing(const char *old_name, const char *new_name) {
    return renameat2(AT_FDCWD, old_name, AT_FDCWD, new_name, RENAME_NOREPLACE);
}

int renaming_exchanging(const char *first_name, const char *second_name) {
    return renameat2(AT_FDCWD, first_name, AT_FDCWD, second_name, RENAME_EXCHANGE);
}
