// OpenGL as WebKit's compositor calls it: through pointers that libepoxy
// exports, which can be turned elsewhere.
//
// Without a graphics card Mesa draws, and has a second rasterizer for simple
// pictures laid over each other: it works on rows of bytes, the general one on
// floating point numbers. It takes pictures whose bytes are blue, green, red,
// alpha, drawn onto such a one that has no depth and no stencil, by a shader
// that only fetches and multiplies (Mesa 22.3: check_linear_rasterizer in
// lp_state_derived.c, lp_linear_check_sampler in lp_linear_sampler.c,
// llvmpipe_nir_fn_is_linear_compat in lp_state_fs_analysis.c). WebKit is just
// beside that: its tiles do have their bytes in this order, but it tells
// OpenGL the other and sorts them in the shader; and its windows always have a
// stencil, which only clips that are no rectangles need.
//
// So textures.c keeps pictures in that order, shaders.c leaves the shader
// nothing to sort, and windows.c gives a window its stencil when it is needed:
// for the compositor, which has a thread of its own. What else the page draws
// with OpenGL (a canvas) is left alone, as are drivers without that order.
#ifndef PAGE_CLOCK_OPENGL_H
#define PAGE_CLOCK_OPENGL_H

#include <epoxy/gl.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

/// OpenGL's own functions.
struct opengl {
    PFNGLBINDTEXTUREPROC BindTexture;
    PFNGLCLEARPROC Clear;
    PFNGLDELETEFRAMEBUFFERSPROC DeleteFramebuffers;
    PFNGLDELETETEXTURESPROC DeleteTextures;
    PFNGLFRAMEBUFFERRENDERBUFFERPROC FramebufferRenderbuffer;
    PFNGLFRAMEBUFFERTEXTURE2DPROC FramebufferTexture2D;
    PFNGLGENTEXTURESPROC GenTextures;
    PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC GetFramebufferAttachmentParameteriv;
    PFNGLGETINTEGERVPROC GetIntegerv;
    PFNGLGETRENDERBUFFERPARAMETERIVPROC GetRenderbufferParameteriv;
    PFNGLGETSTRINGPROC GetString;
    PFNGLSHADERSOURCEPROC ShaderSource;
    PFNGLTEXIMAGE2DPROC TexImage2D;
    PFNGLTEXSUBIMAGE2DPROC TexSubImage2D;
};

/// For a thread with a context, which whoever calls OpenGL has.
const struct opengl *opengl(void);

/// Whether the calling thread is a compositor, and its pictures have blue as
/// their first byte as the driver knows that (GL_EXT_texture_format_BGRA8888).
bool has_blue_first(void);

/// Turns the pointer to a function of OpenGL ("glClear") to another one, in the
/// page's process alone and if it uses OpenGL at all. Before any use of it.
void stand_in_for(const char *name, void *function);

#pragma GCC visibility pop

#endif
