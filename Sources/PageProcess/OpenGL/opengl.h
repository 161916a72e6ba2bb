// Replaces OpenGL functions that WebKit's compositor calls through pointers exported by
// libepoxy.
//
// Without a graphics card, Mesa draws in software. Besides its general rasterizer, which uses
// floating point, it has a fast one for compositing simple pictures, which works on rows of
// bytes. The fast one requires BGRA textures, a BGRA target without depth or stencil, and a
// shader that only fetches and multiplies (Mesa 22.3: check_linear_rasterizer in
// lp_state_derived.c, lp_linear_check_sampler in lp_linear_sampler.c,
// llvmpipe_nir_fn_is_linear_compat in lp_state_fs_analysis.c). WebKit narrowly misses these
// conditions: its tiles are BGRA, but it declares them as RGBA and swaps the channels in the
// shader. Its windows always have a stencil, which only non-rectangular clips need.
//
// Therefore textures.c declares pictures as BGRA, shaders.c removes the swap from the shader,
// and windows.c attaches a window's stencil when it is needed. This affects only the
// compositor, which has a dedicated thread. Other uses of OpenGL in the page (a canvas) and
// drivers without BGRA are unaffected.
#ifndef PAGE_CLOCK_OPENGL_H
#define PAGE_CLOCK_OPENGL_H

#include <epoxy/gl.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

/// The real OpenGL functions.
struct opengl {
    PFNGLBINDRENDERBUFFERPROC BindRenderbuffer;
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

/// Returns the real functions. The calling thread must have a context.
const struct opengl *opengl(void);

/// Whether the calling thread is a compositor and the driver supports BGRA
/// (GL_EXT_texture_format_BGRA8888).
bool has_blue_first(void);

/// Redirects libepoxy's pointer for an OpenGL function ("glClear"), only in the page's process
/// and if it uses OpenGL. Call this before any use of the function.
void stand_in_for(const char *name, void *function);

#pragma GCC visibility pop

#endif
