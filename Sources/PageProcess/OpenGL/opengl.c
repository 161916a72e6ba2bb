// Finds the real OpenGL functions behind the replaced ones.
#include "opengl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

static struct opengl own;

static void find_functions(void) {
    void *library = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_NOLOAD);
    void *(*find)(const char *) = library ? dlsym(library, "eglGetProcAddress") : NULL;
    // Any thread with a context has loaded the library, so this cannot fail.
    if (!find) abort();
#define FIND(name) own.name = find("gl" #name)
    FIND(BindRenderbuffer);
    FIND(BindTexture);
    FIND(Clear);
    FIND(DeleteFramebuffers);
    FIND(DeleteTextures);
    FIND(FramebufferRenderbuffer);
    FIND(FramebufferTexture2D);
    FIND(GenTextures);
    FIND(GetFramebufferAttachmentParameteriv);
    FIND(GetIntegerv);
    FIND(GetRenderbufferParameteriv);
    FIND(GetString);
    FIND(ShaderSource);
    FIND(TexImage2D);
    FIND(TexSubImage2D);
#undef FIND
}

const struct opengl *opengl(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_functions);
    return &own;
}

/// Whether the thread is WebKit's compositor; the kernel truncates its name
/// (ThreadedCompositor.cpp).
static bool is_compositor(void) {
    char name[16] = "";
    pthread_getname_np(pthread_self(), name, sizeof name);
    return strcmp(name, "eadedCompositor") == 0;
}

static bool knows_blue_first(void) {
    // No other extension's name contains this one.
    const char *extensions = (const char *)opengl()->GetString(GL_EXTENSIONS);
    return extensions && strstr(extensions, "GL_EXT_texture_format_BGRA8888");
}

bool has_blue_first(void) {
    static _Thread_local enum { UNKNOWN, NO, YES } answer;
    if (answer == UNKNOWN) answer = is_compositor() && knows_blue_first() ? YES : NO;
    return answer == YES;
}

void stand_in_for(const char *name, void *function) {
    if (!shared_page()) return;
    char pointer_name[64] = "epoxy_";
    strncat(pointer_name, name, sizeof pointer_name - sizeof "epoxy_");
    void **pointer = dlsym(RTLD_DEFAULT, pointer_name);
    if (pointer) *pointer = function;
}
