#include "opengl.h"

#include <epoxy/egl.h>
#include <string.h>

#include "probe.h"

void make_context(void) {
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

void make_compositor_context(void) {
    expect_equal(pthread_setname_np(pthread_self(), "eadedCompositor"), 0, "naming the thread");
    make_context();
}

GLuint compile(GLenum kind, GLsizei count, const char *const *texts, const GLint *lengths) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, count, texts, lengths);
    glCompileShader(shader);
    GLint is_compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
    expect(is_compiled, "the shader is wrong");
    return shader;
}

bool has_text(GLuint shader, const char *text) {
    char given[4096] = "";
    glGetShaderSource(shader, sizeof given, NULL, given);
    return strcmp(given, text) == 0;
}

GLuint make_picture(GLsizei width, GLsizei height) {
    GLuint picture;
    glGenTextures(1, &picture);
    glBindTexture(GL_TEXTURE_2D, picture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    return picture;
}

void fill(GLuint picture, GLsizei width, GLsizei height, const void *bytes) {
    glBindTexture(GL_TEXTURE_2D, picture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
}

/// The matrix with which WebKit makes the shader swap such a picture's colors.
static const GLfloat sorting[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};

static GLuint program(void) {
    const char *vertex[] = {PLAIN VERTEX}, *fragment[] = {PLAIN FRAGMENT(SORTED_COLOUR)};
    GLuint program = glCreateProgram();
    glAttachShader(program, compile(GL_VERTEX_SHADER, 1, vertex, NULL));
    glAttachShader(program, compile(GL_FRAGMENT_SHADER, 1, fragment, NULL));
    glBindAttribLocation(program, 0, "a_vertex");
    glLinkProgram(program);
    GLint is_linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    expect(is_linked, "the shaders do not fit");
    return program;
}

void draw(GLuint picture, GLsizei width, GLsizei height) {
    const GLfloat model[] = {width, 0, 0, 0, 0, height, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const GLfloat projection[] = {2.0f / width, 0, 0, 0, 0, 2.0f / height, 0, 0, 0, 0, 1, 0, -1, -1, 0, 1};
    const GLfloat corners[] = {0, 0, 1, 0, 1, 1, 0, 1};
    GLuint used = program();
    glUseProgram(used);
    glUniformMatrix4fv(glGetUniformLocation(used, "u_textureColorSpaceMatrix"), 1, GL_FALSE, sorting);
    glUniformMatrix4fv(glGetUniformLocation(used, "u_modelViewMatrix"), 1, GL_FALSE, model);
    glUniformMatrix4fv(glGetUniformLocation(used, "u_projectionMatrix"), 1, GL_FALSE, projection);
    glBindTexture(GL_TEXTURE_2D, picture);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    glViewport(0, 0, width, height);
    glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
    expect_no_error();
}

void expect_no_error(void) { expect_equal(glGetError(), GL_NO_ERROR, "OpenGL's error"); }
