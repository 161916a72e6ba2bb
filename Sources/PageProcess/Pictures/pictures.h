// Reuse of the shared memory in which the page passes its pictures.
#ifndef PAGE_CLOCK_PICTURES_H
#define PAGE_CLOCK_PICTURES_H

#pragma GCC visibility push(hidden)

/// The name of WebKit's shared memory (SharedMemoryUnix.cpp).
#define PICTURE_NAME "WebKitSharedMemory"

/// Notes that the calling thread has created such memory, which has no size yet.
void note_memory(int file);

#pragma GCC visibility pop

#endif
