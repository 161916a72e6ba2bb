// What is done to each pixel: glShaderSource.
//
// The compositor's pictures have the bytes' order that they are said to have
// (textures.c), so its fragment shader has no colours to sort. Where it only
// fetches then, it does so in full precision: in half, Mesa converts each
// colour there and back, and takes its general rasterizer for that.
//
// The fast one interpolates between neighbouring pixels by 256ths, cut off. A
// place that is right on a pixel but for the rounding of a float would take a
// 256th of the one before, so such pictures are moved by a thousandth of a
// pixel. That is less than a 256th, so nothing else comes of it; those that
// are turned, whose edges it could move, go to the general one anyway.
//
// A shader that is not the one meant here goes on as it is.
#include <stdlib.h>
#include <string.h>

#include "opengl.h"

static const char sorted_colour[] = "u_textureColorSpaceMatrix * texture2D(s_sampler, texCoord)";
static const char colour[] = "texture2D(s_sampler, texCoord)";

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

/// Puts `new` in the place of the first `old`, if there is one. The text is
/// allocated; a new one takes its place.
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

/// Whether the program that the shader is for draws a picture as it is. What
/// it does is in the beginning of both its shaders, a line for each.
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
    replace(&text, sorted_colour, colour);
    if (draws_as_it_is(text)) {
        replace(&text, half_precision, full_precision);
        replace(&text, position, moved_position);
    }
    const char *pieces[] = {text};
    gl->ShaderSource(shader, 1, pieces, NULL);
    free(text);
}

__attribute__((constructor)) static void set_up(void) { stand_in_for("glShaderSource", shader_source); }
