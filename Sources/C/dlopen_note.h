// Declares to packagers which libraries a program loads when it needs them (UAPI Group, "ELF Dlopen Metadata");
// scripts/package.sh reads it.
#pragma once

#include <elf.h>

/// A library; notes list several with commas between them.
#define LOADED_LIBRARY(feature, description, priority, soname) \
    "{\"feature\":\"" feature "\",\"description\":\"" description "\",\"priority\":\"" priority \
    "\",\"soname\":[\"" soname "\"]}"

/// The note of a file's libraries; once a file.
#define DLOPEN_NOTE(libraries) \
    static const struct { \
        Elf64_Nhdr header; \
        char owner[4]; \
        _Alignas(4) char content[sizeof "[" libraries "]"]; \
    } note __attribute__((used, aligned(4), section(".note.dlopen"))) = { \
        {sizeof "FDO", sizeof "[" libraries "]", 0x407c0c0a}, "FDO", "[" libraries "]"};
