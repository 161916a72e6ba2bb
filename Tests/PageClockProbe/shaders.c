// Shaders like those of WebKit's compositor.
#include <string.h>

#include "opengl.h"
#include "probe.h"

/// The text passed to OpenGL for a shader, until the next call.
static const char *given(GLenum kind, const char *text) {
    static char given[4096];
    const char *texts[] = {text};
    glGetShaderSource(compile(kind, 1, texts, NULL), sizeof given, NULL, given);
    return given;
}

CHECK(shaders_sort_no_colors, NOT_ENGAGED) {
    make_compositor_context();
    const char *plain = given(GL_FRAGMENT_SHADER, PLAIN FRAGMENT(SORTED_COLOUR));
    expect(!strstr(plain, SORTED_COLOUR) && strstr(plain, COLOUR), "they are sorted:\n%s", plain);
    const char *soft = given(GL_FRAGMENT_SHADER, SOFT FRAGMENT(SORTED_COLOUR));
    expect(strcmp(soft, SOFT FRAGMENT(COLOUR)) == 0, "more was changed, or less:\n%s", soft);
}

CHECK(shaders_of_plain_pictures_have_full_precision, NOT_ENGAGED) {
    make_compositor_context();
    const char *plain = given(GL_FRAGMENT_SHADER, PLAIN FRAGMENT(SORTED_COLOUR));
    expect(strstr(plain, "precision highp float;") && strstr(plain, "precision highp sampler2D;"), "%s", plain);
}

CHECK(shaders_move_plain_pictures_alone, NOT_ENGAGED) {
    make_compositor_context();
    const char *plain = given(GL_VERTEX_SHADER, PLAIN VERTEX);
    expect(!strstr(plain, POSITION) && strstr(plain, "0.001"), "not moved:\n%s", plain);
    const char *soft = given(GL_VERTEX_SHADER, SOFT VERTEX);
    expect(strcmp(soft, SOFT VERTEX) == 0, "changed:\n%s", soft);
}

CHECK(shaders_end_where_their_length_or_a_null_character_says, NOT_ENGAGED) {
    make_compositor_context();
    const char text[] = FRAGMENT(SORTED_COLOUR);
    const char *texts[] = {FRAGMENT(SORTED_COLOUR) "this is no longer the shader"};
    compile(GL_FRAGMENT_SHADER, 1, texts, (GLint[]){sizeof text - 1});
    texts[0] = text;
    compile(GL_FRAGMENT_SHADER, 1, texts, (GLint[]){-1});
    compile(GL_FRAGMENT_SHADER, 1, texts, NULL);
}

CHECK(other_shaders_stay_as_they_are, NOT_ENGAGED) {
    make_compositor_context();
    const char *texts[] = {FRAGMENT("0.5 * " COLOUR)};
    expect(has_text(compile(GL_FRAGMENT_SHADER, 1, texts, NULL), texts[0]), "it was changed");
    const char *pieces[] = {PLAIN, FRAGMENT(SORTED_COLOUR)};
    expect(has_text(compile(GL_FRAGMENT_SHADER, 2, pieces, NULL), PLAIN FRAGMENT(SORTED_COLOUR)),
           "pieces were changed");
}

CHECK(shaders_of_other_programs_stay_as_they_are, OTHER_PROGRAM) {
    make_compositor_context();
    const char *texts[] = {PLAIN FRAGMENT(SORTED_COLOUR)};
    expect(has_text(compile(GL_FRAGMENT_SHADER, 1, texts, NULL), texts[0]), "it was changed");
}

CHECK(shaders_of_other_threads_stay_as_they_are, NOT_ENGAGED) {
    make_context();
    const char *texts[] = {PLAIN FRAGMENT(SORTED_COLOUR)};
    expect(has_text(compile(GL_FRAGMENT_SHADER, 1, texts, NULL), texts[0]), "it was changed");
}
