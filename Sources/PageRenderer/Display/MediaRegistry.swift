private import CGStreamer
internal import EngineLink
private import FoundationEssentials
private import Glibc

/// GStreamer's list of its plugins, prepared before a page needs it.
///
/// GStreamer loads every plugin once, in a helper program, and writes what they can do to a file, its
/// registry. A page that did this would wait for it when it first plays something, and a page that ended
/// meanwhile could leave a registry without some of the decoders. Therefore pagereel keeps a registry of its
/// own in the user's cache, one for each set of plugins, and pages only read it.
@MainActor
package final class MediaRegistry {
    /// The argument with which the engine's program prepares a registry; see ``prepare()``.
    package nonisolated static let argument = "--prepare-media"

    private let cache: UserCache
    private let prepared = Promise<Bool>()
    /// The registry's file; `nil` if the user names another one, or if there is no cache.
    private let file: String?

    /// Locates the registry.
    ///
    /// Call this before a page is shown, because the environment changes then.
    package init(in cache: UserCache) {
        self.cache = cache
        // The names of the variables here are those of GStreamer's manual, "Running GStreamer Applications".
        let isNamed = unsafe getenv("GST_REGISTRY_1_0") ?? getenv("GST_REGISTRY") != nil
        file = isNamed ? nil : Self.plugins().flatMap { cache.file(named: "\(Self.prefix)\($0).bin") }
    }

    /// Begins to prepare the registry unless it exists, in another process.
    ///
    /// Call this once, before a page is shown.
    package func prepare() {
        guard let file, cache.begin() else { return prepared.keep(false) }
        if unsafe access(file, R_OK) == 0 { return prepared.keep(true) }
        DetachedThread.start("media") { [prepared] in
            // GStreamer writes another file and renames it (gstregistrybinary.c), so this one is whole or absent.
            prepared.keep(Self.scan(into: file))
        }
    }

    private nonisolated static func scan(into file: String) -> Bool {
        // A plugin that cannot be loaded is reported on standard error, and is no concern of the recording.
        let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nowhere) }
        // Without the registry, GStreamer makes its own in the page's process.
        guard
            let helper = try? ChildProcess(
                "/proc/self/exe", [argument], passing: [], environment: ["GST_REGISTRY": file], errors: nowhere,
                deathSignal: SIGKILL)
        else { return false }
        if !helper.wait(milliseconds: mostMilliseconds) {
            helper.killAll()
            helper.wait(milliseconds: -1)
        }
        return unsafe helper.status == 0 && access(file, R_OK) == 0
    }

    /// Writes the registry that the environment names; the work of the other process.
    ///
    /// - Returns: Whether GStreamer could be initialized.
    package nonisolated static func write() -> Bool { gst_init_check(nil, nil, nil) != 0 }

    /// Waits for the registry and gives it to pages opened from now on.
    ///
    /// Without one, GStreamer uses its own in the page's process.
    package func share() async {
        guard await prepared.value(), let file else { return }
        PageSharing.shareMediaRegistry(file)
        cache.removeOldest(named: Self.prefix, keeping: Self.mostFiles)
    }

    /// A hash of the plugins that GStreamer would find: their paths, sizes and modification times.
    ///
    /// - Returns: `nil` if the folders are unknown.
    private static func plugins() -> String? {
        guard let library = LoadedLibraries.file(named: "libgstreamer-1.0"),
            let folder = ProgramPath.folder(of: library)
        else { return nil }
        let folders =
            list("GST_PLUGIN_PATH") + (list("GST_PLUGIN_SYSTEM_PATH", unless: [own, "\(folder)/gstreamer-1.0"]))
        return UserCache.hash([library, BuildID.read(library) ?? ""] + folders.flatMap(contents))
    }

    private static func contents(of folder: String) -> [String] {
        // GStreamer finds no plugins in a folder that is missing or cannot be read.
        let names = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).sorted()
        return [folder]
            + names.map { name in
                var status = stat()
                guard unsafe stat("\(folder)/\(name)", &status) == 0 else { return name }
                return "\(name) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
            }
    }

    /// The folders in a variable, whose name may end in the version.
    private static func list(_ name: String, unless usual: [String] = []) -> [String] {
        guard let value = unsafe getenv("\(name)_1_0") ?? getenv(name) else { return usual }
        return unsafe String(cString: value).split(separator: ":").map(String.init)
    }

    /// The folder of the user's own plugins.
    private static var own: String {
        let data = unsafe getenv("XDG_DATA_HOME").map { unsafe String(cString: $0) } ?? ""
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        return "\(data.isEmpty ? "\(home)/.local/share" : data)/gstreamer-1.0/plugins"
    }

    private static let prefix = "gstreamer-"
    private static let mostFiles = 4
    /// A scan takes about half a second, on a busy machine several seconds.
    private nonisolated static let mostMilliseconds: CInt = 60_000
}
