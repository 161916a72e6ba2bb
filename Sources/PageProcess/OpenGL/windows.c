// The framebuffers of the compositor's windows, which have a renderbuffer for color and another
// for depth and stencil (RenderTargetSHMImage in AcceleratedSurface.cpp).
//
// Only a texture can be BGRA, so one replaces the color renderbuffer. The other renderbuffer is
// attached when the stencil is first cleared, which WebKit does before using it
// (TextureMapperGLData::initializeStencil in TextureMapper.cpp). Windows do not use depth.
#include <stdlib.h>

#include "opengl.h"

/// A framebuffer whose color attachment is our texture.
struct window {
    struct window *next;
    GLuint framebuffer, texture;
    /// The renderbuffers still to be attached; 0 if none.
    GLuint depth, stencil;
};

/// The windows of the calling thread; each compositor has its own thread and context.
static _Thread_local struct window *windows;

static GLuint bound(GLenum what) {
    GLint name = 0;
    opengl()->GetIntegerv(what, &name);
    return (GLuint)name;
}

static struct window *bound_window(void) {
    GLuint framebuffer = bound(GL_FRAMEBUFFER_BINDING);
    for (struct window *window = windows; window; window = window->next)
        if (window->framebuffer == framebuffer) return window;
    return NULL;
}

static struct window *new_window(void) {
    struct window *window = malloc(sizeof *window);
    if (!window) abort();
    *window = (struct window){.next = windows, .framebuffer = bound(GL_FRAMEBUFFER_BINDING)};
    windows = window;
    return window;
}

/// Creates an empty texture of the bound renderbuffer's size.
static GLuint new_texture(void) {
    const struct opengl *gl = opengl();
    GLint width = 0, height = 0;
    gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &width);
    gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &height);
    GLuint texture = 0, bound_before = bound(GL_TEXTURE_BINDING_2D);
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_BGRA_EXT, width, height, 0, GL_BGRA_EXT, GL_UNSIGNED_BYTE, NULL);
    gl->BindTexture(GL_TEXTURE_2D, bound_before);
    return texture;
}

/// Whether the bound framebuffer has a color attachment. The compositor's pictures get theirs,
/// a texture, before anything else.
static bool has_colors(GLenum target) {
    GLint kind = GL_NONE;
    opengl()->GetFramebufferAttachmentParameteriv(
        target, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
    return kind != GL_NONE;
}

/// Whether a renderbuffer has several samples for each pixel. Windows have one; Skia, with which
/// WebKitGTK composes from 2.54 on, draws clips into framebuffers with more.
static bool has_samples(GLuint renderbuffer) {
    const struct opengl *gl = opengl();
    GLuint bound_before = bound(GL_RENDERBUFFER_BINDING);
    GLint samples = 0;
    gl->BindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &samples);
    gl->BindRenderbuffer(GL_RENDERBUFFER, bound_before);
    return samples > 0;
}

static void framebuffer_renderbuffer(GLenum target, GLenum attachment, GLenum kind, GLuint renderbuffer) {
    const struct opengl *gl = opengl();
    if (!has_blue_first() || has_colors(target) || has_samples(renderbuffer))
        return gl->FramebufferRenderbuffer(target, attachment, kind, renderbuffer);
    struct window *window = bound_window();
    if (!window) window = new_window();
    if (attachment == GL_DEPTH_ATTACHMENT) {
        window->depth = renderbuffer;
    } else if (attachment == GL_STENCIL_ATTACHMENT) {
        window->stencil = renderbuffer;
    } else {
        window->texture = new_texture();
        gl->FramebufferTexture2D(target, attachment, GL_TEXTURE_2D, window->texture, 0);
    }
}

static void clear(GLbitfield buffers) {
    const struct opengl *gl = opengl();
    struct window *window = buffers & GL_STENCIL_BUFFER_BIT ? bound_window() : NULL;
    if (window && window->stencil) {
        gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, window->depth);
        gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, window->stencil);
        window->depth = window->stencil = 0;
    }
    gl->Clear(buffers);
}

static void forget(GLuint framebuffer) {
    for (struct window **place = &windows; *place; place = &(*place)->next) {
        struct window *window = *place;
        if (window->framebuffer != framebuffer) continue;
        opengl()->DeleteTextures(1, &window->texture);
        *place = window->next;
        return free(window);
    }
}

static void delete_framebuffers(GLsizei count, const GLuint *framebuffers) {
    for (GLsizei index = 0; index < count; index++) forget(framebuffers[index]);
    opengl()->DeleteFramebuffers(count, framebuffers);
}

__attribute__((constructor)) static void set_up(void) {
    stand_in_for("glClear", clear);
    stand_in_for("glDeleteFramebuffers", delete_framebuffers);
    stand_in_for("glFramebufferRenderbuffer", framebuffer_renderbuffer);
}
