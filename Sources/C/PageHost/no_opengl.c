#include "no_opengl.h"

#include <epoxy/egl.h>
#include <gdk/gdk.h>

#include "stand_in.h"

// WebKit looks for the graphics card behind the display (DRMMainDevice.cpp). The private
// display has no card. Without an EGL display, WebKit stops searching and makes pages
// pass their pictures in shared memory.

static EGLDisplay no_display(EGLNativeDisplayType native) {
    (void)native;
    return EGL_NO_DISPLAY;
}

static EGLDisplay no_platform_display(EGLenum platform, void *native, const EGLAttrib *attributes) {
    (void)platform, (void)native, (void)attributes;
    return EGL_NO_DISPLAY;
}

static EGLDisplay no_platform_display_before_1_5(EGLenum platform, void *native, const EGLint *attributes) {
    (void)platform, (void)native, (void)attributes;
    return EGL_NO_DISPLAY;
}

/// The features of Mesa's EGL without a display.
///
/// WebKit asks whether the page's process, which does load Mesa, can composite without a window
/// (AcceleratedBackingStore.cpp, rendererBufferTransportMode). The query alone would load
/// Mesa's library into this process, and from Mesa 24.1 on that is the whole driver.
static const char *client_string(EGLDisplay display, EGLint name) {
    return display == EGL_NO_DISPLAY && name == EGL_EXTENSIONS ? "EGL_MESA_platform_surfaceless" : NULL;
}

static EGLBoolean not_initialized(EGLDisplay display, EGLint *major, EGLint *minor) {
    (void)display, (void)major, (void)minor;
    return EGL_FALSE;
}

void no_opengl_begin(void) {
    epoxy_eglGetDisplay = no_display;
    epoxy_eglGetPlatformDisplay = no_platform_display;
    epoxy_eglGetPlatformDisplayEXT = no_platform_display_before_1_5;
    epoxy_eglQueryString = client_string;
    epoxy_eglInitialize = not_initialized;
}

/// Replaces GDK's function for WebKit.
///
/// WebKit composites pages only if GTK can create a context, which it releases at once
/// (AcceleratedBackingStore.cpp). Any object will do.
EXPORTED GdkGLContext *gdk_window_create_gl_context(GdkWindow *window, GError **error) {
    if (is_webkit(__builtin_return_address(0))) return g_object_new(G_TYPE_OBJECT, NULL);
    return INSTEAD_OF(gdk_window_create_gl_context)(window, error);
}
