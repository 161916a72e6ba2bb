// The order of a picture's bytes: glTexImage2D and glTexSubImage2D.
//
// All pictures of WebKit's compositor are made empty. What is put into them
// then is blue, green, red, alpha, and called red, green, blue, alpha, for
// drivers that don't know it (BitmapTexture::updateContents, whose callers all
// name PixelFormat::BGRA8 while the processor paints the tiles, for which the
// recorder cares). What is drawn into them has no order of bytes.
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
