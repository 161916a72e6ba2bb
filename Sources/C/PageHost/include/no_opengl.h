// Keeps OpenGL out of the recorder's own process.
//
// The page's process draws; the recorder takes finished pictures out of shared
// memory. But GTK and WebKit each start OpenGL in the recorder too, to find out
// what it can do, and on a display without a graphics card that loads Mesa and
// LLVM: a tenth of a second, and fifty megabytes for as long as the process
// lives. So they get the answers that they would get, without the question.
#ifndef PAGEREEL_NO_OPENGL_H
#define PAGEREEL_NO_OPENGL_H

/// Answers for OpenGL from now on. Main thread, before GTK is initialised.
void no_opengl_begin(void);

#endif
