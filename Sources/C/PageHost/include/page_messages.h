// Holds back what WebKit does on the recorder's main thread.
//
// WebKit receives the messages of a page's processes on other threads, and handles them in a
// source of the main loop. This target replaces the GLib function that makes this source ready,
// so that the page can finish its work at an instant before the recorder reacts to any of it.
// Without that, an answer of the recorder reaches the page between two of its tasks by chance.
#ifndef PAGEREEL_PAGE_MESSAGES_H
#define PAGEREEL_PAGE_MESSAGES_H

#include <stdbool.h>

/// Holds messages back from now on, except those already being handled. Calls nest. Any thread.
void page_messages_hold(void);

/// Undoes one `page_messages_hold`. After the last one, nothing is held back.
void page_messages_run(void);

/// Lets those messages through that are held back now.
///
/// \returns Whether there were any. The main loop is about to wake then.
bool page_messages_release(void);

#endif
