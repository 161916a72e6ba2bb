// What the checks share that draw, as WebKit's compositor does.
#ifndef PAGE_CLOCK_PROBE_OPENGL_H
#define PAGE_CLOCK_PROBE_OPENGL_H

#include <epoxy/gl.h>
#include <stdbool.h>

/// The beginnings of both shaders of a program that draws a picture as it is,
/// and of one that softens its edges as well.
#define PLAIN "#define ENABLE_TextureRGB\n#define applyAntialiasingIfNeeded noop\n"
#define SOFT "#define ENABLE_TextureRGB\n#define ENABLE_Antialiasing\n"

#define SORTED_COLOUR "u_textureColorSpaceMatrix * texture2D(s_sampler, texCoord)"
#define COLOUR "texture2D(s_sampler, texCoord)"

#define FRAGMENT(colour)                                             \
    "precision mediump float;\n"                                     \
    "uniform mat4 u_textureColorSpaceMatrix;\n"                      \
    "uniform sampler2D s_sampler;\n"                                 \
    "varying vec2 texCoord;\n"                                       \
    "void main() { vec4 color = " colour "; gl_FragColor = color; }\n"

#define POSITION "gl_Position = u_projectionMatrix * v_nonProjectedPosition;"

#define VERTEX                                                               \
    "attribute vec2 a_vertex;\n"                                             \
    "uniform mat4 u_modelViewMatrix;\n"                                      \
    "uniform mat4 u_projectionMatrix;\n"                                     \
    "varying vec2 texCoord;\n"                                               \
    "void main() {\n"                                                        \
    "texCoord = a_vertex;\n"                                                 \
    "vec4 v_nonProjectedPosition = u_modelViewMatrix * vec4(a_vertex, 0.0, 1.0);\n" \
    POSITION "\n"                                                            \
    "}\n"

/// A context for the calling thread; the first makes a compositor's of it,
/// which WebKit tells by its name.
void make_compositor_context(void);
void make_context(void);

/// A shader that must be right, and has the text that OpenGL was given.
GLuint compile(GLenum kind, GLsizei count, const char *const *texts, const GLint *lengths);
bool has_text(GLuint shader, const char *text);

/// An empty picture of WebKit's compositor, and what it puts into one: bytes
/// in the order blue, green, red, alpha.
GLuint make_picture(GLsizei width, GLsizei height);
void fill(GLuint picture, GLsizei width, GLsizei height, const void *bytes);

/// Draws a picture over the whole of the framebuffer that is bound, which has
/// the size of the picture.
void draw(GLuint picture, GLsizei width, GLsizei height);

void expect_no_error(void);

#endif
