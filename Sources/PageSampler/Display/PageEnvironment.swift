private import CWebKitGTK
internal import Frames
private import Glibc

/// What GTK and WebKit need once in a process: a display of our own and an
/// environment that does not depend on who started us.
@MainActor
enum PageEnvironment {
    private static var display: PrivateDisplay?
    private static var scale = 1

    /// Starts the private display and GTK on it; later calls only check
    /// that they ask for the same scale.
    ///
    /// - Parameters:
    ///   - pixelSize: The largest picture in device pixels.
    ///   - scale: Device pixels for each CSS pixel; one for a process.
    /// - Throws: `missingComponent`, or `invalidOption` for a second scale.
    static func prepare(pixelSize: PixelSize, scale: Int) throws(PageError) {
        guard display == nil else {
            guard scale == self.scale else {
                throw PageError(
                    .invalidOption,
                    "One process shows pages at one scale; it began with \(self.scale) and cannot go on with \(scale).")
            }
            return
        }
        // A margin beside the window is where the pointer rests: over the
        // page it would make whatever is in the middle look hovered over.
        let screen = PixelSize(width: pixelSize.width + 2 * margin, height: pixelSize.height + 2 * margin)
        let display = try PrivateDisplay(screen: screen)
        setEnvironment(display: display, scale: scale)
        // The user's locale would change how numbers are read and written
        // by every library in the process.
        gtk_disable_setlocale()
        guard gtk_init_check(nil, nil) != 0 else {
            throw PageError(.missingComponent, "GTK could not open the private display \(display.name).")
        }
        movePointerAway(from: pixelSize)
        applySettings()
        self.display = display
        self.scale = scale
        atexit(removeFiles)
    }

    /// Removes what the display has on disk.
    ///
    /// The server itself is ended by the kernel, after this process: GTK
    /// takes a server that goes first for a fatal error.
    fileprivate static func removeDisplayFiles() { display?.removeFiles() }

    private static let margin = 2

    private static func setEnvironment(display: PrivateDisplay, scale: Int) {
        let values = [
            "DISPLAY": display.name,
            "XAUTHORITY": display.authorityFile,
            "GDK_BACKEND": "x11",
            "GDK_SCALE": "\(scale)",
            // No accessibility bus, no desktop settings, no network mounts:
            // each would be started or asked over D-Bus, which cron lacks.
            "NO_AT_BRIDGE": "1",
            "GTK_A11Y": "none",
            "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local",
            // WebKit's sandbox keeps its records here, and would keep them
            // in the home folder otherwise.
            "XDG_RUNTIME_DIR": display.runtimeFolder,
        ]
        for (name, value) in values { setenv(name, value, 1) }
        // A session bus whose address is stale ends the whole process: the
        // sandbox's proxy for it cannot start.
        for name in ["WAYLAND_DISPLAY", "GDK_DPI_SCALE", "GTK_THEME", "GTK_MODULES", "DBUS_SESSION_BUS_ADDRESS"] {
            unsetenv(name)
        }
    }

    private static func movePointerAway(from pixelSize: PixelSize) {
        guard let display = gdk_display_get_default(), let seat = gdk_display_get_default_seat(display) else { return }
        gdk_device_warp(
            gdk_seat_get_pointer(seat), gdk_display_get_default_screen(display),
            gint(pixelSize.width + margin), gint(pixelSize.height + margin))
    }

    private static func applySettings() {
        let settings = gtk_settings_get_default()
        // WebKit takes `prefers-reduced-motion` from this one.
        recorder_set_boolean(settings, "gtk-enable-animations", 1)
        // A caret that blinks on the desktop's timer is not the page's.
        recorder_set_boolean(settings, "gtk-cursor-blink", 0)
    }

    /// Sets the colour scheme that the page sees as the user's wish.
    static func setPrefersDark(_ prefersDark: Bool) {
        recorder_set_boolean(
            gtk_settings_get_default(), "gtk-application-prefer-dark-theme", prefersDark ? 1 : 0)
    }
}

/// Runs when the process exits; an exit on another thread leaves the files,
/// since only the main thread may ask.
private func removeFiles() {
    guard recorder_is_main_thread() != 0 else { return }
    MainActor.assumeIsolated { PageEnvironment.removeDisplayFiles() }
}
