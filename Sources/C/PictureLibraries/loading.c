#include <cairo/cairo.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../dlopen_note.h"
#include "picture_libraries.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
// libjxl's binary interface changes with each minor version.
#define JXL_VERSION TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)
#define HEIF "libheif.so.1"
#define JXL "libjxl.so." JXL_VERSION
#define SVG "librsvg-2.so.2"
#define TIFF_LIBRARY "libtiff.so.6"

const char *const recorder_jxl_package = "libjxl" JXL_VERSION;

#define SUGGESTED(soname) LOADED_LIBRARY("pictures", "Reads more formats of pictures", "suggested", soname)
DLOPEN_NOTE(SUGGESTED(HEIF) "," SUGGESTED(JXL) "," SUGGESTED(SVG) "," SUGGESTED(TIFF_LIBRARY))

// Stores the address of a function; POSIX lets a pointer to an object hold it.
#define FIND(name) \
    *(void **)&functions.name = dlsym(library, #name); \
    if (!functions.name) return;

#define LOADER(kind, soname, FUNCTIONS) \
    static struct recorder_##kind functions_of_##kind; \
    static bool is_##kind##_loaded; \
    static void load_##kind(void) { \
        struct recorder_##kind functions; \
        void *library = dlopen(soname, RTLD_LAZY | RTLD_LOCAL); \
        if (!library) return; \
        FUNCTIONS(FIND) \
        functions_of_##kind = functions; \
        is_##kind##_loaded = true; \
    } \
    const struct recorder_##kind *recorder_##kind##_load(void) { \
        static pthread_once_t once = PTHREAD_ONCE_INIT; \
        pthread_once(&once, load_##kind); \
        return is_##kind##_loaded ? &functions_of_##kind : NULL; \
    }

LOADER(heif, HEIF, RECORDER_HEIF_FUNCTIONS)
LOADER(jxl, JXL, RECORDER_JXL_FUNCTIONS)
LOADER(svg, SVG, RECORDER_SVG_FUNCTIONS)
LOADER(tiff, TIFF_LIBRARY, RECORDER_TIFF_FUNCTIONS)

// MARK: libjxl

JxlDecoderStatus recorder_jxl_profile_size(
    const struct recorder_jxl *library, const JxlDecoder *decoder, size_t *size) {
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    return library->JxlDecoderGetICCProfileSize(decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA, size);
#else
    return library->JxlDecoderGetICCProfileSize(decoder, JXL_COLOR_PROFILE_TARGET_DATA, size);
#endif
}

JxlDecoderStatus recorder_jxl_profile(
    const struct recorder_jxl *library, const JxlDecoder *decoder, uint8_t *profile, size_t size) {
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    return library->JxlDecoderGetColorAsICCProfile(decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA, profile, size);
#else
    return library->JxlDecoderGetColorAsICCProfile(decoder, JXL_COLOR_PROFILE_TARGET_DATA, profile, size);
#endif
}

JxlDecoderStatus recorder_jxl_color(
    const struct recorder_jxl *library, const JxlDecoder *decoder, JxlColorEncoding *color) {
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    return library->JxlDecoderGetColorAsEncodedProfile(decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA, color);
#else
    return library->JxlDecoderGetColorAsEncodedProfile(decoder, JXL_COLOR_PROFILE_TARGET_DATA, color);
#endif
}

// MARK: librsvg

int recorder_svg_draw(
    const struct recorder_svg *library, RsvgHandle *picture, uint8_t *pixels, int width, int height, int stride) {
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, stride);
    cairo_t *cairo = cairo_create(surface);
    RsvgRectangle viewport = {0, 0, width, height};
    int is_drawn = library->rsvg_handle_render_document(picture, cairo, &viewport, NULL) &&
        cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return is_drawn;
}

// MARK: libtiff

/// A file in memory, for libtiff.
struct memory {
    const uint8_t *bytes;
    toff_t size, place;
};

static tsize_t read_memory(thandle_t handle, tdata_t target, tsize_t count) {
    struct memory *memory = handle;
    if (memory->place >= memory->size || count <= 0) return 0;
    if ((toff_t)count > memory->size - memory->place) count = (tsize_t)(memory->size - memory->place);
    memcpy(target, memory->bytes + memory->place, (size_t)count);
    memory->place += (toff_t)count;
    return count;
}

static tsize_t write_nothing(thandle_t handle, tdata_t source, tsize_t count) {
    (void)handle, (void)source, (void)count;
    return 0;
}

static toff_t seek_memory(thandle_t handle, toff_t offset, int origin) {
    struct memory *memory = handle;
    memory->place = offset + (origin == SEEK_CUR ? memory->place : origin == SEEK_END ? memory->size : 0);
    return memory->place;
}

static int close_memory(thandle_t handle) {
    free(handle);
    return 0;
}

static toff_t size_of_memory(thandle_t handle) { return ((struct memory *)handle)->size; }

TIFF *recorder_tiff_open(const struct recorder_tiff *library, const uint8_t *bytes, size_t size) {
    // What it prints would appear among the program's messages.
    library->TIFFSetErrorHandler(NULL);
    library->TIFFSetWarningHandler(NULL);
    struct memory *memory = malloc(sizeof *memory);
    if (!memory) return NULL;
    *memory = (struct memory){bytes, size, 0};
    // m: without a memory map.
    TIFF *file = library->TIFFClientOpen(
        "", "rm", memory, read_memory, write_nothing, seek_memory, close_memory, size_of_memory, NULL, NULL);
    if (!file) free(memory);
    return file;
}

uint32_t recorder_tiff_number(const struct recorder_tiff *library, TIFF *file, uint32_t tag, uint32_t missing) {
    // libtiff writes 16 or 32 bits; the machine is little-endian.
    uint32_t value = 0;
    return library->TIFFGetField(file, tag, &value) == 1 ? value : missing;
}

const uint8_t *recorder_tiff_profile(const struct recorder_tiff *library, TIFF *file, uint32_t *size) {
    void *profile = NULL;
    return library->TIFFGetField(file, TIFFTAG_ICCPROFILE, size, &profile) == 1 ? profile : NULL;
}
