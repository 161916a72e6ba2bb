#pragma once

#include <stddef.h>
#include <stdint.h>

// Functions of libFuzzer (compiler-rt), which only `make fuzz` links.

// Fuzzes `test` with the options in `argv` until one of them ends it, then exits the process.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

// Mutates `size` bytes in place, up to `max_size`, and returns their new number.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
