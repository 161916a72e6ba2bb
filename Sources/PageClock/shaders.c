// What the processor draws pages with: glShaderSource.
//
// WebKit's compositor keeps its tiles' bytes as blue, green, red, alpha, calls
// them the other way round, and has the fragment shader put them in order: by
// a matrix. Mesa's software renderer reads each of its sixteen numbers anew
// for each pixel, and spends a third of its time on the product. The matrix is
// one of two, the identity and that swap
// (colorSpaceMatrixForFlags in TextureMapper.cpp), so its first number tells
// which, and the swap is a swap. Both give the same colours to the last bit.
//
// WebKit calls OpenGL through pointers that libepoxy exports. A shader that
// is not the one meant here goes on as it is.
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

/// As OpenGL declares it: a shader, and its text in some pieces, each as long
/// as its length says, or up to its null character if that is negative.
typedef void shader_source_function(unsigned shader, int count, const char *const *texts, const int *lengths);

static const char product[] = "u_textureColorSpaceMatrix * texture2D(s_sampler, texCoord)";
/// Stands where a colour is assigned to `color`.
static const char choice[] =
    "(color = texture2D(s_sampler, texCoord), u_textureColorSpaceMatrix[0][0] > 0.5 ? color : color.bgra)";

/// OpenGL's own, for the context that is current. One that is called has been
/// loaded, so there is no going without.
static shader_source_function *own_function(void) {
    void *library = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_NOLOAD);
    void *(*find)(const char *) = library ? dlsym(library, "eglGetProcAddress") : NULL;
    shader_source_function *function = find ? find("glShaderSource") : NULL;
    if (!function) abort();
    return function;
}

/// The text with the choice in the product's place, to be freed; nothing if
/// there is no product in it.
static char *rewritten(const char *text, size_t length, int *new_length) {
    const size_t product_length = sizeof product - 1, choice_length = sizeof choice - 1;
    const char *place = memmem(text, length, product, product_length);
    char *result = place ? malloc(length + choice_length) : NULL;
    if (!result) return NULL;
    size_t before = place - text, after = length - before - product_length;
    memcpy(result, text, before);
    memcpy(result + before, choice, choice_length);
    memcpy(result + before + choice_length, place + product_length, after);
    *new_length = before + choice_length + after;
    return result;
}

static void shader_source(unsigned shader, int count, const char *const *texts, const int *lengths) {
    shader_source_function *set_source = own_function();
    if (count != 1) return set_source(shader, count, texts, lengths);
    int new_length;
    size_t length = lengths && lengths[0] >= 0 ? (size_t)lengths[0] : strlen(texts[0]);
    char *text = rewritten(texts[0], length, &new_length);
    if (!text) return set_source(shader, count, texts, lengths);
    const char *pieces[] = {text};
    set_source(shader, 1, pieces, &new_length);
    free(text);
}

__attribute__((constructor)) static void set_up(void) {
    shader_source_function **pointer = shared_page() ? dlsym(RTLD_DEFAULT, "epoxy_glShaderSource") : NULL;
    if (pointer) *pointer = shader_source;
}
