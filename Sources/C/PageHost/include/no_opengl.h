// Keeps OpenGL out of the recorder's own process.
//
// The page's process draws; the recorder reads finished pictures from shared memory. Even so,
// GTK and WebKit initialize OpenGL in the recorder to query its features. Without a graphics
// card that loads Mesa and LLVM, which costs 0.1 s and 50 MB for the lifetime of the process.
// These functions return the same answers without loading them.
#ifndef PAGEREEL_NO_OPENGL_H
#define PAGEREEL_NO_OPENGL_H

/// Answers OpenGL queries from now on. Main thread, before GTK is initialized.
void no_opengl_begin(void);

#endif
