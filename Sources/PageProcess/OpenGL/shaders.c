// Adapts shaders to the fast rasterizer: glShaderSource.
//
// The compositor's pictures are declared in their true byte order (textures.c), so its fragment
// shader need not swap channels. What remains is a plain fetch, which is set to full precision:
// at medium precision Mesa converts each color back and forth, and uses its general rasterizer.
//
// The fast rasterizer interpolates between neighboring pixels in 256ths, truncated. A position
// that should be exactly on a pixel but has a float rounding error would mix in a 256th of the
// previous pixel. Such pictures are therefore moved by a thousandth of a pixel, too little to
// have any other effect. Rotated pictures, whose edges it could move, use the general
// rasterizer anyway.
//
// Other shaders are passed on unchanged.
#include <stdlib.h>
#include <string.h>

#include "opengl.h"

static const char sorted_color[] = "u_textureColorSpaceMatrix * texture2D(s_sampler, texCoord)";
static const char color[] = "texture2D(s_sampler, texCoord)";

static const char half_precision[] = "precision mediump float;";
static const char full_precision[] =
    "precision mediump float;\n"
    "#ifdef GL_FRAGMENT_PRECISION_HIGH\n"
    "precision highp float;\n"
    "precision highp sampler2D;\n"
    "#endif\n";

static const char position[] = "gl_Position = u_projectionMatrix * v_nonProjectedPosition;";
static const char moved_position[] =
    "bool isUpright = vec4(u_modelViewMatrix[0].yw, u_modelViewMatrix[1].xw) == vec4(0.0);\n"
    "vec4 move = vec4(isUpright ? -0.001 : 0.0) * vec4(1.0, 1.0, 0.0, 0.0);\n"
    "gl_Position = u_projectionMatrix * (v_nonProjectedPosition + move);";

/// Replaces the first occurrence of `old`, if any. `*text` is allocated and may be reallocated.
static void replace(char **text, const char *old, const char *new) {
    char *place = strstr(*text, old);
    char *result = place ? malloc(strlen(*text) + strlen(new) + 1) : NULL;
    if (!result) return;
    size_t before = place - *text;
    memcpy(result, *text, before);
    strcpy(stpcpy(result + before, new), place + strlen(old));
    free(*text);
    *text = result;
}

/// Whether the shader's program draws a picture unmodified. Both its shaders begin with one
/// line for each enabled feature.
static bool draws_as_it_is(const char *text) {
    const char *first = strstr(text, "#define ENABLE_");
    return first && strncmp(first, "#define ENABLE_TextureRGB\n", sizeof "#define ENABLE_TextureRGB\n" - 1) == 0
        && !strstr(first + 1, "#define ENABLE_");
}

static void shader_source(GLuint shader, GLsizei count, const GLchar *const *texts, const GLint *lengths) {
    const struct opengl *gl = opengl();
    char *text = NULL;
    if (has_blue_first() && count == 1)
        text = lengths && lengths[0] >= 0 ? strndup(texts[0], (size_t)lengths[0]) : strdup(texts[0]);
    if (!text) return gl->ShaderSource(shader, count, texts, lengths);
    replace(&text, sorted_color, color);
    if (draws_as_it_is(text)) {
        replace(&text, half_precision, full_precision);
        replace(&text, position, moved_position);
    }
    const char *pieces[] = {text};
    gl->ShaderSource(shader, 1, pieces, NULL);
    free(text);
}

__attribute__((constructor)) static void set_up(void) { stand_in_for("glShaderSource", shader_source); }
