// Libraries that read the formats of pictures that libavcodec cannot read: libheif (HEIC, AVIF), libjxl (JPEG XL),
// librsvg (SVG) and libtiff. They are loaded when a picture needs them, and pagereel works without them.
#ifndef PAGEREEL_PICTURE_LIBRARIES_H
#define PAGEREEL_PICTURE_LIBRARIES_H

#include <jxl/decode.h>
#include <jxl/version.h>
#include <libheif/heif.h>
#include <tiffio.h>

#pragma clang assume_nonnull begin

// librsvg's own header needs those of GdkPixbuf. These declarations are those of librsvg 2.52 to 2.61 (rsvg.h,
// rsvg-cairo.h), whose binary interface does not change.
struct _cairo;
typedef struct _RsvgHandle RsvgHandle;
typedef struct {
    double x, y, width, height;
} RsvgRectangle;
typedef struct {
    double length;
    int unit;
} RsvgLength;
typedef struct {
    unsigned int domain;
    int code;
    char *message;
} RsvgError;
RsvgHandle *_Nullable rsvg_handle_new_from_data(const unsigned char *data, size_t length, RsvgError *_Nullable *_Nullable error);
int rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, double *width, double *height);
void rsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, int *has_width, RsvgLength *width, int *has_height, RsvgLength *height, int *has_view_box,
    RsvgRectangle *view_box);
int rsvg_handle_render_document(
    RsvgHandle *handle, struct _cairo *cairo, const RsvgRectangle *viewport, RsvgError *_Nullable *_Nullable error);
// Part of GObject and GLib, on which librsvg depends.
void g_object_unref(void *object);
void g_error_free(RsvgError *error);

#define RECORDER_HEIF_FUNCTIONS(X) \
    X(heif_context_alloc) \
    X(heif_context_free) \
    X(heif_context_get_primary_image_handle) \
    X(heif_context_read_from_memory_without_copy) \
    X(heif_context_set_maximum_image_size_limit) \
    X(heif_decode_image) \
    X(heif_decoding_options_alloc) \
    X(heif_decoding_options_free) \
    X(heif_image_get_bits_per_pixel_range) \
    X(heif_image_get_chroma_format) \
    X(heif_image_get_colorspace) \
    X(heif_image_get_height) \
    X(heif_image_get_nclx_color_profile) \
    X(heif_image_get_plane_readonly) \
    X(heif_image_get_width) \
    X(heif_image_handle_get_height) \
    X(heif_image_handle_get_nclx_color_profile) \
    X(heif_image_handle_get_raw_color_profile) \
    X(heif_image_handle_get_raw_color_profile_size) \
    X(heif_image_handle_get_width) \
    X(heif_image_handle_has_alpha_channel) \
    X(heif_image_handle_is_premultiplied_alpha) \
    X(heif_image_handle_release) \
    X(heif_image_release) \
    X(heif_nclx_color_profile_free)

#define RECORDER_JXL_FUNCTIONS(X) \
    X(JxlDecoderCloseInput) \
    X(JxlDecoderCreate) \
    X(JxlDecoderDestroy) \
    X(JxlDecoderGetBasicInfo) \
    X(JxlDecoderGetColorAsEncodedProfile) \
    X(JxlDecoderGetColorAsICCProfile) \
    X(JxlDecoderGetICCProfileSize) \
    X(JxlDecoderImageOutBufferSize) \
    X(JxlDecoderProcessInput) \
    X(JxlDecoderSetImageOutBuffer) \
    X(JxlDecoderSetInput) \
    X(JxlDecoderSubscribeEvents)

#define RECORDER_SVG_FUNCTIONS(X) \
    X(g_error_free) \
    X(g_object_unref) \
    X(rsvg_handle_get_intrinsic_dimensions) \
    X(rsvg_handle_get_intrinsic_size_in_pixels) \
    X(rsvg_handle_new_from_data) \
    X(rsvg_handle_render_document)

#define RECORDER_TIFF_FUNCTIONS(X) \
    X(TIFFClientOpen) \
    X(TIFFClose) \
    X(TIFFGetField) \
    X(TIFFRGBAImageOK) \
    X(TIFFReadRGBAImageOriented) \
    X(TIFFSetErrorHandler) \
    X(TIFFSetWarningHandler)

#define RECORDER_FUNCTION_POINTER(name) __typeof__(name) *name;

/// The functions of each library.
struct recorder_heif {
    RECORDER_HEIF_FUNCTIONS(RECORDER_FUNCTION_POINTER)
};
struct recorder_jxl {
    RECORDER_JXL_FUNCTIONS(RECORDER_FUNCTION_POINTER)
};
struct recorder_svg {
    RECORDER_SVG_FUNCTIONS(RECORDER_FUNCTION_POINTER)
};
struct recorder_tiff {
    RECORDER_TIFF_FUNCTIONS(RECORDER_FUNCTION_POINTER)
};

/// Load a library, once, on any thread.
///
/// \returns Its functions, or NULL if it is not installed.
const struct recorder_heif *_Nullable recorder_heif_load(void);
const struct recorder_jxl *_Nullable recorder_jxl_load(void);
const struct recorder_svg *_Nullable recorder_svg_load(void);
const struct recorder_tiff *_Nullable recorder_tiff_load(void);

/// The Debian package of libjxl, whose name has its version.
extern const char *const recorder_jxl_package;

/// Calls `JxlDecoderGetICCProfileSize` and `JxlDecoderGetColorAsICCProfile`, whose parameters changed in libjxl 0.9, for
/// the profile of the decoded pixels.
JxlDecoderStatus recorder_jxl_profile_size(
    const struct recorder_jxl *library, const JxlDecoder *decoder, size_t *size);
JxlDecoderStatus recorder_jxl_profile(
    const struct recorder_jxl *library, const JxlDecoder *decoder, uint8_t *profile,
    size_t size);
JxlDecoderStatus recorder_jxl_color(
    const struct recorder_jxl *library, const JxlDecoder *decoder, JxlColorEncoding *color);

/// Draws an SVG picture, stretched to a size.
///
/// \param pixels Pixels as Cairo's ARGB32, with premultiplied alpha; all transparent.
/// \returns Whether it could be drawn.
int recorder_svg_draw(
    const struct recorder_svg *library, RsvgHandle *picture, uint8_t *pixels, int width,
    int height, int stride);

/// Opens a TIFF file in memory.
///
/// \param bytes The file; must stay valid until it is closed with `TIFFClose`.
/// \returns NULL if it is not a TIFF file.
TIFF *_Nullable recorder_tiff_open(
    const struct recorder_tiff *library, const uint8_t *bytes, size_t size);

/// Returns a TIFF tag with one 32-bit or 16-bit value, or its default if the file does not have it.
uint32_t recorder_tiff_number(
    const struct recorder_tiff *library, TIFF *file, uint32_t tag, uint32_t missing);

/// Returns a TIFF file's ICC profile, which belongs to the file, or NULL.
const uint8_t *_Nullable recorder_tiff_profile(
    const struct recorder_tiff *library, TIFF *file, uint32_t *size);

#pragma clang assume_nonnull end

#endif
