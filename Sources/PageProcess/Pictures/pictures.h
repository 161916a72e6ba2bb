// The memory in which the page hands over its pictures.
#ifndef PAGE_CLOCK_PICTURES_H
#define PAGE_CLOCK_PICTURES_H

#pragma GCC visibility push(hidden)

/// What WebKit calls memory that processes share (SharedMemoryUnix.cpp).
#define PICTURE_NAME "WebKitSharedMemory"

/// Notes that the calling thread has made such memory, which has no size yet.
void note_memory(int file);

#pragma GCC visibility pop

#endif
