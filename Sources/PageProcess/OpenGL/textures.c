// Declares pictures in their true byte order: glTexImage2D and glTexSubImage2D.
//
// WebKit's compositor creates all its pictures empty. It then uploads BGRA data declared as
// RGBA, for drivers without BGRA support (BitmapTexture::updateContents). All callers pass
// PixelFormat::BGRA8 as long as the CPU paints the tiles, which the recorder ensures. For
// pictures that are drawn into, the byte order does not matter.
#include "opengl.h"

static void tex_image_2d(
    GLenum target, GLint level, GLint internal_format, GLsizei width, GLsizei height, GLint border, GLenum format,
    GLenum type, const void *bytes) {
    bool is_empty_picture =
        internal_format == GL_RGBA && format == GL_RGBA && type == GL_UNSIGNED_BYTE && !bytes;
    if (is_empty_picture && has_blue_first()) {
        internal_format = GL_BGRA_EXT;
        format = GL_BGRA_EXT;
    }
    opengl()->TexImage2D(target, level, internal_format, width, height, border, format, type, bytes);
}

static void tex_sub_image_2d(
    GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
    const void *bytes) {
    bool is_picture = format == GL_RGBA && type == GL_UNSIGNED_BYTE;
    if (is_picture && has_blue_first()) format = GL_BGRA_EXT;
    opengl()->TexSubImage2D(target, level, x, y, width, height, format, type, bytes);
}

__attribute__((constructor)) static void set_up(void) {
    stand_in_for("glTexImage2D", tex_image_2d);
    stand_in_for("glTexSubImage2D", tex_sub_image_2d);
}
