private import CPageHost
internal import EngineLink
private import Glibc

/// The environment variables of the engine's process.
///
/// A shell may have variables for GTK, GLib, GStreamer, WebKit and Mesa that
/// are meant for a desktop or for a developer's debugger: one has GLib end the
/// process at each warning, another takes WebKit's sandbox away. A recording
/// must not depend on them.
enum EngineVariables {
    /// The prefixes of variables that configure the engine's libraries.
    private static let prefixes = [
        "AT_SPI_", "CAIRO_", "EGL_", "GALLIUM_", "GDK_", "GIO_", "GSETTINGS_", "GSK_", "GST_", "GTK", "G_", "JSC_",
        "LIBGL_", "LP_", "MESA_", "PANGO_", "SOUP_", "WEBKIT_",
    ]

    /// The variables with such a prefix that are kept: they say where plugins
    /// are, and whether JavaScript may be compiled, which some kernels forbid.
    static let kept: Set<String> = [
        "GIO_EXTRA_MODULES", "GIO_MODULE_DIR", "GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_SCANNER",
        "GST_PLUGIN_SCANNER_1_0", "GST_PLUGIN_SYSTEM_PATH", "GST_PLUGIN_SYSTEM_PATH_1_0", "GST_REGISTRY",
        "GST_REGISTRY_1_0", "JSC_useJIT",
    ]

    /// A session bus whose address is stale ends the whole process: the
    /// sandbox's proxy for it cannot start.
    private static let unwanted: Set<String> = ["WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"]

    /// Sets the environment variables that pages need, for this process and its children; call
    /// once, before GTK is initialized.
    ///
    /// The engine calls this before it has a second thread. In other programs, a thread that reads
    /// a variable concurrently finds either the old value or the new one, because the old
    /// environment is not modified.
    static func adopt(for setup: EngineSetup) {
        let added = variables(for: setup)
        var entries: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let text = entry.pointee {
            let name = String(String(cString: text).prefix { $0 != "=" })
            if added[name] == nil && isWanted(name) { entries.append(text) }
            entry += 1
        }
        entries += added.map { strdup("\($0.key)=\($0.value)") } + [nil]
        let environment = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: entries.count)
        environment.initialize(from: entries, count: entries.count)
        environment_replace(environment)
        // Only GDK in this process goes without OpenGL.
        environment_set_for_page("GDK_GL", nil)
    }

    private static func isWanted(_ name: String) -> Bool {
        if kept.contains(name) { return true }
        if unwanted.contains(name) || prefixes.contains(where: name.hasPrefix) { return false }
        return !Self.folders.contains(name) || !isForbidden(name)
    }

    /// The variables that name the user's folders beside the home folder; without
    /// them these folders are in the home folder.
    private static let folders: Set<String> = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]

    private static func isForbidden(_ name: String) -> Bool {
        getenv(name).map { access($0, X_OK) != 0 && errno == EACCES } ?? false
    }

    private static func variables(for setup: EngineSetup) -> [String: String] {
        var variables = [
            "DISPLAY": setup.display,
            "XAUTHORITY": setup.authorityFile,
            "GDK_BACKEND": "x11",
            "GDK_SCALE": "\(setup.scale)",
            // GDK reads it when it opens the display (gdk.c), and then leaves
            // GLX alone.
            "GDK_GL": "disable",
            // Debian's WebKitGTK asks OpenGL for its maker, to leave shared
            // memory alone with NVIDIA's, unless it is told to use it always.
            "WEBKIT_FORCE_DMABUF_RENDERER": "1",
            // Refreshes by the screen of a graphics card, which is ours.
            "WEBKIT_FORCE_VBLANK_TIMER": "0",
            // No accessibility bus, no desktop settings, no network mounts:
            // each would be started or asked over D-Bus, which cron lacks.
            "NO_AT_BRIDGE": "1",
            "GTK_A11Y": "none",
            "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local",
            // WebKit's sandbox keeps its records here, and would keep them
            // in the home folder otherwise.
            "XDG_RUNTIME_DIR": setup.runtimeFolder,
        ]
        // WebKit compares each path in the sandbox with the home folder, and aborts if that does
        // not exist. GLib must not be asked, because it would cache the answer.
        let home = getenv("HOME") ?? getpwuid(getuid())?.pointee.pw_dir
        if home.map({ access($0, X_OK) }) != 0 { variables["HOME"] = setup.runtimeFolder }
        return variables
    }
}
