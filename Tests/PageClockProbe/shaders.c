// Shaders that put colours in order, as WebKit's compositor has them.
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <string.h>

#include "probe.h"

#define PRODUCT "u_textureColorSpaceMatrix * texture2D(s_sampler, texCoord)"
#define HEADER                                  \
    "#version 100\n"                            \
    "precision mediump float;\n"                \
    "uniform mat4 u_textureColorSpaceMatrix;\n" \
    "uniform sampler2D s_sampler;\n"            \
    "void apply(inout vec4 color, vec2 texCoord) { color = "
#define FOOTER                                              \
    "; }\n"                                                 \
    "void main() {\n"                                       \
    "    vec4 color = vec4(1.0);\n"                         \
    "    apply(color, vec2(0.5));\n"                        \
    "    gl_FragColor = color;\n"                           \
    "}\n"

static const char fragment_text[] = HEADER PRODUCT FOOTER;
static const char vertex_text[] =
    "#version 100\n"
    "attribute vec2 position;\n"
    "void main() { gl_Position = vec4(position, 0.0, 1.0); }\n";

static void make_context(void) {
    EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    expect(eglInitialize(display, NULL, NULL), "no display");
    EGLConfig config;
    EGLint count;
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
    expect(eglBindAPI(EGL_OPENGL_ES_API) && eglChooseConfig(display, wanted, &config, 1, &count) && count == 1,
           "no configuration");
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    expect(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context), "no context");
}

static GLuint compile(GLenum kind, GLsizei count, const char *const *texts, const GLint *lengths) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, count, texts, lengths);
    glCompileShader(shader);
    GLint is_compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
    expect(is_compiled, "the shader is wrong");
    return shader;
}

/// Whether what OpenGL was given is the text.
static bool has_text(GLuint shader, const char *text) {
    char given[4096] = "";
    glGetShaderSource(shader, sizeof given, NULL, given);
    return strcmp(given, text) == 0;
}

/// Draws one pixel of a texture of one pixel.
static void draw(GLuint fragment, const GLfloat matrix[16], const GLubyte colour[4], GLubyte drawn[4]) {
    const char *texts[] = {vertex_text};
    GLuint program = glCreateProgram();
    glAttachShader(program, compile(GL_VERTEX_SHADER, 1, texts, NULL));
    glAttachShader(program, fragment);
    glBindAttribLocation(program, 0, "position");
    glLinkProgram(program);
    glUseProgram(program);
    glUniformMatrix4fv(glGetUniformLocation(program, "u_textureColorSpaceMatrix"), 1, GL_FALSE, matrix);

    GLuint textures[2], target;
    glGenTextures(2, textures);
    glGenFramebuffers(1, &target);
    for (int index = 1; index >= 0; index--) {
        glBindTexture(GL_TEXTURE_2D, textures[index]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, index == 0 ? colour : NULL);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[1], 0);
    const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    glViewport(0, 0, 1, 1);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, drawn);
    expect(glGetError() == GL_NO_ERROR, "nothing was drawn");
}

CHECK(shaders_put_colours_in_order_without_a_product, NOT_ENGAGED) {
    make_context();
    const char *texts[] = {fragment_text};
    const GLint lengths[] = {sizeof fragment_text - 1};
    GLuint fragment = compile(GL_FRAGMENT_SHADER, 1, texts, lengths);
    char given[4096] = "";
    glGetShaderSource(fragment, sizeof given, NULL, given);
    expect(!strstr(given, PRODUCT) && strstr(given, "color.bgra"), "the product is still there:\n%s", given);

    const GLubyte colour[] = {10, 101, 203, 254};
    GLubyte drawn[4];
    draw(fragment, (GLfloat[]){1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, colour, drawn);
    expect(memcmp(drawn, colour, 4) == 0, "%d %d %d %d", drawn[0], drawn[1], drawn[2], drawn[3]);
    draw(fragment, (GLfloat[]){0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}, colour, drawn);
    expect(memcmp(drawn, (GLubyte[]){203, 101, 10, 254}, 4) == 0, "%d %d %d %d", drawn[0], drawn[1], drawn[2],
           drawn[3]);
}

CHECK(shaders_end_where_their_length_or_a_null_character_says, NOT_ENGAGED) {
    make_context();
    const char text[] = HEADER PRODUCT FOOTER "this is no longer the shader";
    const char *texts[] = {text};
    compile(GL_FRAGMENT_SHADER, 1, texts, (GLint[]){sizeof fragment_text - 1});
    texts[0] = fragment_text;
    compile(GL_FRAGMENT_SHADER, 1, texts, (GLint[]){-1});
    compile(GL_FRAGMENT_SHADER, 1, texts, NULL);
}

CHECK(other_shaders_stay_as_they_are, NOT_ENGAGED) {
    make_context();
    const char *texts[] = {HEADER "texture2D(s_sampler, texCoord)" FOOTER};
    expect(has_text(compile(GL_FRAGMENT_SHADER, 1, texts, NULL), texts[0]), "it was changed");
    const char *pieces[] = {HEADER, PRODUCT, FOOTER};
    expect(has_text(compile(GL_FRAGMENT_SHADER, 3, pieces, NULL), fragment_text), "pieces were changed");
}

CHECK(shaders_of_other_programs_stay_as_they_are, OTHER_PROGRAM) {
    make_context();
    const char *texts[] = {fragment_text};
    expect(has_text(compile(GL_FRAGMENT_SHADER, 1, texts, NULL), fragment_text), "it was changed");
}
