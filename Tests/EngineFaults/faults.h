// Helpers shared by the faults.
#ifndef PAGEREEL_ENGINE_FAULTS_H
#define PAGEREEL_ENGINE_FAULTS_H

#include <stdbool.h>

/// The environment variable that names the fault to inject.
#define FAULT_VARIABLE "PAGEREEL_TEST_FAULT"

#pragma GCC visibility push(hidden)

/// Marks a function that replaces another library's.
#define INTERPOSED __attribute__((visibility("default")))

/// Whether a fault is injected.
bool has_fault(const char *name);

/// Whether this is the page's process.
bool is_page(void);

/// Returns the next library's function of a name.
void *next_function(const char *name);

/// The C library's own function, bypassing libPageProcess.so, but not calls by number.
void *real_function(const char *name);

#pragma GCC visibility pop

#endif
