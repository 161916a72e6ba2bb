// The memory in which the page hands over its pictures, on the recorder's side.
//
// WebKit maps each update of a painted page, copies it, and unmaps it. The
// page's process (Sources/PageClock/pictures.c) uses the memory again, but can
// not know when. So this target stands in for mmap and munmap in the recorder's
// process, for WebKit and every other library, and tells it.
#ifndef PAGEREEL_SHARED_PICTURES_H
#define PAGEREEL_SHARED_PICTURES_H

struct page_clock;

/// Tells the page's processes of pictures that have been looked at from now on.
///
/// \param clock What is shared with them, in the place of what was before. It
///     stays mapped until it is forgotten. Any thread may call.
void shared_pictures_tell(struct page_clock *clock);

/// Tells those processes nothing any more.
void shared_pictures_forget(struct page_clock *clock);

#endif
