// The library has no interface: it is preloaded, and its symbols replace the C library's
// functions. This header makes it a module.
