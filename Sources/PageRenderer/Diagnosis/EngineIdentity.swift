private import CPageHost
package import EngineLink
private import Glibc

/// Identifies the exact build of the engine.
///
/// Results for one engine do not apply to another build of the same version, or with other
/// libraries preloaded.
package struct EngineIdentity: Sendable, Hashable, Codable {
    /// WebKitGTK's version, such as `2.50.6`.
    package let version: String
    /// The build of each library by name, and other settings that change the engine.
    package let parts: [String: String]

    /// Identifies the libraries of this process and the library preloaded into the page's process.
    ///
    /// - Parameter isSandboxed: Whether the page's process runs in the sandbox.
    /// - Throws: `missingComponent` if the page clock's library is missing.
    @MainActor
    package init(isSandboxed: Bool) throws(PageError) {
        version = PageProbe.engineVersion
        var parts = ["sandbox": isSandboxed ? "yes" : "no"]
        for name in Self.libraries { parts[name] = LoadedLibraries.file(named: name).flatMap(BuildID.read) }
        parts["libPageProcess"] = BuildID.read(try PageProcessLibrary.time.find())
        parts["program"] = BuildID.read("/proc/self/exe")
        // Where this code is part of a library of another program.
        if let image = unsafe display_refresh_image().map({ unsafe String(cString: $0) }), image.contains(".so") {
            parts["library"] = BuildID.read(image)
        }
        for (name, value) in Self.settings { parts[name] = value }
        self.parts = parts
    }

    private static let libraries = ["libwebkit2gtk-4.1", "libjavascriptcoregtk-4.1", "libglib-2.0"]

    /// The user's variables that change an engine; they stay in this process's environment.
    private static var settings: [String: String] {
        var settings: [String: String] = [:]
        for name in InheritedVariables.settings.union(["LD_PRELOAD", "LD_LIBRARY_PATH"]) {
            if let value = unsafe getenv(name) { settings[name] = unsafe String(cString: value) }
        }
        return settings
    }
}
