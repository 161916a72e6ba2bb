// Shared by the checks that draw like WebKit's compositor.
#ifndef PAGE_CLOCK_PROBE_OPENGL_H
#define PAGE_CLOCK_PROBE_OPENGL_H

#include <epoxy/gl.h>
#include <stdbool.h>

/// The first lines of both shaders of a program that draws a picture unchanged, and of one that
/// antialiases its edges.
#define PLAIN "#define ENABLE_TextureRGB\n#define applyAntialiasingIfNeeded noop\n"
#define SOFT "#define ENABLE_TextureRGB\n#define ENABLE_Antialiasing\n"

#define SORTED_COLOUR "u_textureColorSpaceMatrix * texture2D(s_sampler, texCoord)"
#define COLOUR "texture2D(s_sampler, texCoord)"

#define FRAGMENT(color)                                             \
    "precision mediump float;\n"                                     \
    "uniform mat4 u_textureColorSpaceMatrix;\n"                      \
    "uniform sampler2D s_sampler;\n"                                 \
    "varying vec2 texCoord;\n"                                       \
    "void main() { vec4 color = " color "; gl_FragColor = color; }\n"

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

/// A context for the calling thread. WebKit identifies the first as the compositor's by its name.
void make_compositor_context(void);
void make_context(void);

/// A shader that must compile, and that has the text passed to OpenGL.
GLuint compile(GLenum kind, GLsizei count, const char *const *texts, const GLint *lengths);
bool has_text(GLuint shader, const char *text);

/// Creates an empty picture of WebKit's compositor, and fills one with BGRA bytes.
GLuint make_picture(GLsizei width, GLsizei height);
void fill(GLuint picture, GLsizei width, GLsizei height, const void *bytes);

/// Draws a picture over the whole bound framebuffer, which has the picture's size.
void draw(GLuint picture, GLsizei width, GLsizei height);

void expect_no_error(void);

#endif
