internal import CWebKitGTK
private import Glibc

/// The caller's environment variables that do not reach the engine.
///
/// A shell may have variables for GTK, GLib, GStreamer, WebKit and Mesa that
/// are meant for a desktop or for a developer's debugger: one has GLib end the
/// process at each warning, another takes WebKit's sandbox away. A recording
/// must not depend on them.
enum EngineVariables {
    /// How the names of variables begin that steer the engine's libraries.
    private static let steering = [
        "AT_SPI_", "CAIRO_", "EGL_", "GALLIUM_", "GDK_", "GIO_", "GSETTINGS_", "GSK_", "GST_", "GTK", "G_", "JSC_",
        "LIBGL_", "LP_", "MESA_", "PANGO_", "SOUP_", "WEBKIT_",
    ]

    /// Those of them that are let through: where plugins are, and whether
    /// JavaScript may be compiled, which some kernels forbid.
    static let kept: Set<String> = [
        "GIO_EXTRA_MODULES", "GIO_MODULE_DIR", "GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_SCANNER",
        "GST_PLUGIN_SCANNER_1_0", "GST_PLUGIN_SYSTEM_PATH", "GST_PLUGIN_SYSTEM_PATH_1_0", "GST_REGISTRY",
        "GST_REGISTRY_1_0", "JSC_useJIT",
    ]

    /// Removes them from this process, whose children the engine's processes
    /// are; before GTK is initialised, which reads some.
    static func remove() {
        for name in names where !kept.contains(name) && steering.contains(where: name.hasPrefix) { unsetenv(name) }
        // G_DEBUG has been read when GLib was loaded (gmessages.c,
        // g_log_set_always_fatal: errors are fatal by default).
        _ = g_log_set_always_fatal(
            GLogLevelFlags(rawValue: G_LOG_FLAG_RECURSION.rawValue | G_LOG_LEVEL_ERROR.rawValue))
    }

    private static var names: [String] {
        var names: [String] = []
        var entry = environ
        while let text = entry.pointee {
            names.append(String(String(cString: text).prefix { $0 != "=" }))
            entry += 1
        }
        return names
    }
}
