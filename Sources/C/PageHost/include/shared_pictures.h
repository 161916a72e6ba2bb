// The recorder's side of the shared memory in which the page passes its pictures.
//
// WebKit maps each update of a painted page, copies it and unmaps it. The page's process
// (Sources/PageProcess/Pictures/pictures.c) reuses the memory, but cannot know when. This
// target therefore replaces mmap and munmap in the recorder's process, for WebKit and all other
// libraries, and tells the page's process. It keeps the mappings, too.
#ifndef PAGEREEL_SHARED_PICTURES_H
#define PAGEREEL_SHARED_PICTURES_H

struct page_clock;

/// Reports pictures that have been read from now on to the page's processes.
///
/// \param clock The memory shared with them, replacing any earlier one. It must stay mapped
/// until it is forgotten. Any thread.
void shared_pictures_tell(struct page_clock *clock);

/// Stops reporting to those processes.
void shared_pictures_forget(struct page_clock *clock);

#endif
