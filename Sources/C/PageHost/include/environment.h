// The environment of the engine's process and of the processes that WebKit starts.
//
// getenv(3) may run on any thread at any time, and setenv(3) frees and moves what it reads.
// Therefore nothing here calls setenv: the engine's environment is replaced as a whole, once,
// and variables for the page's processes are added when WebKit starts them.
#ifndef PAGEREEL_ENVIRONMENT_H
#define PAGEREEL_ENVIRONMENT_H

/// Replaces this process's environment atomically.
///
/// \param variables Entries `NAME=value`, terminated by NULL. Neither the array nor its entries
/// may be freed or changed afterwards.
void environment_replace(char **variables);

/// Sets a variable in the processes that WebKit starts from now on. Any thread.
///
/// \param value The value; NULL to remove the variable.
void environment_set_for_page(const char *name, const char *value);

/// Makes processes that WebKit starts from now on inherit a variable again.
void environment_inherit_for_page(const char *name);

#endif
