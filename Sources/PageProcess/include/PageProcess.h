// The library has no interface of its own: it is preloaded, and what it
// defines are the C library's functions. This header gives it a module.
