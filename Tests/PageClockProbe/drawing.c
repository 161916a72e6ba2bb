// Pictures of WebKit's compositor, and the window into which they are drawn.
#include <string.h>

#include "opengl.h"
#include "probe.h"

enum { WIDTH = 96, HEIGHT = 80 };

/// Pixels that all differ from their neighbors, as BGRA.
static GLubyte pixels[HEIGHT][WIDTH][4];

static void fill_pixels(void) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            memcpy(pixels[y][x], (GLubyte[]){x * 37, y * 53, (x ^ y) * 71, 255 - x}, 4);
}

static GLuint make_filled_picture(void) {
    GLuint picture = make_picture(WIDTH, HEIGHT);
    fill_pixels();
    fill(picture, WIDTH, HEIGHT, pixels);
    return picture;
}

/// Reads what was drawn, which must match the pixels, in both byte orders.
static void expect_pixels(void) {
    static GLubyte red_first[HEIGHT][WIDTH][4], blue_first[HEIGHT][WIDTH][4];
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, red_first);
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_BGRA_EXT, GL_UNSIGNED_BYTE, blue_first);
    expect_no_error();
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const GLubyte *p = pixels[y][x];
            const GLubyte sorted[] = {p[2], p[1], p[0], p[3]};
            expect(memcmp(blue_first[y][x], p, 4) == 0 && memcmp(red_first[y][x], sorted, 4) == 0,
                   "at %d, %d: %d %d %d %d, not %d %d %d %d", x, y, red_first[y][x][0], red_first[y][x][1],
                   red_first[y][x][2], red_first[y][x][3], p[2], p[1], p[0], p[3]);
        }
    }
}

/// A picture as a drawing target.
static GLuint bind_picture(void) {
    GLuint picture = make_picture(WIDTH, HEIGHT), framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture, 0);
    return picture;
}

struct window {
    GLuint framebuffer, stencil, colors;
};

static GLuint make_renderbuffer(GLenum format) {
    GLuint renderbuffer;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, format, WIDTH, HEIGHT);
    return renderbuffer;
}

/// The target into which WebKit draws a frame, created in the same order.
static struct window bind_window(void) {
    struct window window;
    glGenFramebuffers(1, &window.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, window.framebuffer);
    window.stencil = make_renderbuffer(GL_DEPTH24_STENCIL8_OES);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, window.stencil);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, window.stencil);
    window.colors = make_renderbuffer(GL_RGBA8_OES);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, window.colors);
    expect_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE, "the window");
    return window;
}

static GLint attached(GLenum attachment, GLenum what) {
    GLint result = 0;
    glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, what, &result);
    return result;
}

CHECK(pictures_have_the_colors_that_are_put_into_them, NOT_ENGAGED) {
    make_compositor_context();
    GLuint picture = make_filled_picture();
    bind_picture();
    draw(picture, WIDTH, HEIGHT);
    expect_pixels();
}

CHECK(pictures_that_were_drawn_into_are_drawn_as_they_are, NOT_ENGAGED) {
    make_compositor_context();
    GLuint picture = make_filled_picture();
    GLuint other = bind_picture();
    draw(picture, WIDTH, HEIGHT);
    bind_picture();
    draw(other, WIDTH, HEIGHT);
    expect_pixels();
}

CHECK(windows_show_what_is_drawn_into_them, NOT_ENGAGED) {
    make_compositor_context();
    GLuint picture = make_filled_picture();
    bind_window();
    draw(picture, WIDTH, HEIGHT);
    expect_pixels();
}

CHECK(windows_have_a_stencil_from_when_it_is_cleared, NOT_ENGAGED) {
    make_compositor_context();
    GLuint picture = make_filled_picture();
    struct window window = bind_window();
    expect_equal(attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_TEXTURE, "its colors");
    expect_equal(attached(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE, "its stencil");
    glClear(GL_COLOR_BUFFER_BIT);
    expect_equal(attached(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE, "its stencil");
    draw(picture, WIDTH, HEIGHT);
    glClear(GL_STENCIL_BUFFER_BIT);
    expect_equal(attached(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), window.stencil, "its stencil");
    expect_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE, "the window");

    // The stencil masks another picture; what was drawn before remains.
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 1, 1);
    draw(make_picture(WIDTH, HEIGHT), WIDTH, HEIGHT);
    expect_pixels();
}

CHECK(windows_end_with_their_framebuffer, NOT_ENGAGED) {
    make_compositor_context();
    struct window window = bind_window();
    GLuint texture = attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
    expect(glIsTexture(texture), "it has none");
    glDeleteFramebuffers(1, &window.framebuffer);
    expect(!glIsTexture(texture), "its texture is still there");
    // Another framebuffer may reuse its name, and has a separate stencil.
    window = bind_window();
    glClear(GL_STENCIL_BUFFER_BIT);
    expect_equal(attached(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), window.stencil, "its stencil");
}

CHECK(pictures_that_are_drawn_into_have_their_stencil_at_once, NOT_ENGAGED) {
    make_compositor_context();
    bind_picture();
    GLuint stencil = make_renderbuffer(GL_STENCIL_INDEX8);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, stencil);
    expect_equal(attached(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), stencil, "its stencil");
}

/// Bytes in the stated order, and buffers as they are attached.
static void expect_nothing_changed(void) {
    GLuint picture = make_filled_picture();
    struct window window = bind_window();
    expect_equal(attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), window.colors, "its colors");
    expect_equal(attached(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), window.stencil, "its stencil");
    draw(picture, WIDTH, HEIGHT);
    expect_pixels();
}

CHECK(other_programs_draw_as_they_say, OTHER_PROGRAM) {
    make_compositor_context();
    expect_nothing_changed();
}

CHECK(other_threads_draw_as_they_say, NOT_ENGAGED) {
    make_context();
    expect_nothing_changed();
}
