private import CPageHost
package import EngineLink
private import Glibc

/// Which engine shows pages here, to the build.
///
/// What was found out about one engine holds for no other: neither for the same version of another build, nor with
/// other libraries put before it.
package struct EngineIdentity: Sendable, Hashable, Codable {
    /// WebKitGTK's version, such as `2.50.6`.
    package let version: String
    /// The builds of the libraries, by their names, and what else changes the engine.
    package let parts: [String: String]

    /// Looks at the libraries of this process and the one that the page's gets.
    ///
    /// - Parameter isSandboxed: Whether the page's process is in the sandbox.
    /// - Throws: `missingComponent` without the library of the page's clock.
    @MainActor
    package init(isSandboxed: Bool) throws(PageError) {
        version = PageProbe.engineVersion
        var parts = ["sandbox": isSandboxed ? "yes" : "no"]
        for (name, file) in LoadedLibraries.files(named: Self.libraries) { parts[name] = BuildID.read(file) }
        parts["libPageClock"] = BuildID.read(try PageProbe.findClockLibrary())
        parts["program"] = BuildID.read("/proc/self/exe")
        // Where this code is in a library of another program.
        if let image = display_refresh_image().map({ String(cString: $0) }), image.contains(".so") {
            parts["library"] = BuildID.read(image)
        }
        for (name, value) in Self.settings { parts[name] = value }
        self.parts = parts
    }

    private static let libraries = ["libwebkit2gtk-4.1", "libjavascriptcoregtk-4.1", "libglib-2.0"]

    /// The user's own variables that change an engine; they stay in this process's
    /// environment.
    private static var settings: [String: String] {
        var settings: [String: String] = [:]
        for name in EngineVariables.kept.union(["LD_PRELOAD", "LD_LIBRARY_PATH"]) {
            if let value = getenv(name) { settings[name] = String(cString: value) }
        }
        return settings
    }
}
