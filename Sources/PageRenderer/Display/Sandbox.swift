internal import CWebKitGTK
package import EngineLink
private import FoundationEssentials
private import Glibc

/// The sandbox in which WebKit runs the page's process.
@MainActor
package enum Sandbox {
    /// Whether a check has succeeded; it holds for all pages of the process.
    private static var isPossible = false
    /// The process that tries out a sandbox, until ``check()`` waits for it.
    private static var trial: pid_t?

    /// Starts a sandbox for the next ``check()``, which then seldom has to wait.
    static func beginCheck() {
        guard !isPossible, trial == nil, let program = ProgramPath.find("bwrap") else { return }
        begin(with: program)
    }

    /// Checks, once, that bubblewrap can start a sandbox on this system.
    ///
    /// Without this check, WebKit aborts the whole process when bubblewrap fails.
    ///
    /// - Throws: `missingComponent`, with advice.
    package static func check() throws(PageError) {
        if isPossible { return }
        guard let program = ProgramPath.find("bwrap") else {
            throw PageError(
                .missingComponent,
                "bwrap, which confines the page's process, is not on the PATH. "
                    + "Install it with: apt-get install bubblewrap. For pages that you trust, use --no-sandbox.")
        }
        if trial == nil { begin(with: program) }
        guard endTrial() else {
            throw PageError(
                .missingComponent,
                "bwrap cannot create a sandbox on this machine: user namespaces, or mounting a new /proc, are "
                    + "forbidden, as in many containers. Allow both, or, for pages that you trust, use --no-sandbox.")
        }
        isPossible = true
    }

    /// Gives the page's process read access to the folder of a local page, unless ``hidesFolder(of:)``.
    ///
    /// WebKit's network process loads a page's files, but the media player opens videos and sounds
    /// in the page's process, which sees none of the user's files.
    ///
    /// - Parameters:
    ///   - shared: The folder of the shared clock, which is left out. A read-only mount of a folder
    ///     above it may hide the writable clock, because WebKit passes the paths to bubblewrap in
    ///     random order.
    ///   - context: A context that has not started a process yet.
    static func showFolder(
        of file: String, besides shared: String, to context: UnsafeMutablePointer<WebKitWebContext>
    ) {
        guard !hidesFolder(of: file) else { return }
        for path in paths(in: folder(of: file), besides: shared) {
            unsafe webkit_web_context_add_path_to_sandbox(context, path, 1)
        }
    }

    /// Whether the folder of a local page stays hidden from the page's process.
    ///
    /// The home folder and the system's top-level folders do, because they hold far more than the
    /// page. Other top-level folders, such as `/pages` in a container, are shown.
    static func hidesFolder(of file: String) -> Bool {
        let folder = folder(of: file)
        let names = folder.split(separator: "/")
        guard let top = names.first else { return true }
        // WebKit refuses these, and the home folder.
        guard !["dev", "proc", "sys"].contains(top), !isHome(folder) else { return true }
        return names.count == 1 && (systemFolders.contains(String(top)) || top.hasPrefix("lib"))
    }

    /// The top-level folders of the Filesystem Hierarchy Standard 3.0, without `lib` and its variants.
    private static let systemFolders: Set<String> = [
        "bin", "boot", "etc", "home", "lost+found", "media", "mnt", "opt", "root", "run", "sbin", "srv", "tmp", "usr",
        "var",
    ]

    private static func folder(of file: String) -> String {
        String(file[..<(file.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.startIndex)])
    }

    /// Returns paths that together cover a folder except the shared one: the folder itself, or its
    /// entries if the shared folder is inside it.
    private static func paths(in folder: String, besides shared: String) -> [String] {
        guard folder != shared else { return [] }
        guard shared.hasPrefix(folder + "/") else { return [folder] }
        // What cannot be listed stays hidden.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.flatMap { paths(in: "\(folder)/\($0)", besides: shared) }
    }

    private static func isHome(_ folder: String) -> Bool {
        guard let path = unsafe realpath(folder, nil) else { return true }
        defer { unsafe free(path) }
        guard let home = unsafe realpath(g_get_home_dir(), nil) else { return false }
        defer { unsafe free(home) }
        return unsafe strcmp(path, home) == 0
    }

    /// Starts a program in a sandbox.
    private static func begin(with program: String) {
        // A container that masks parts of its /proc does not allow another mount of it.
        let arguments = [program, "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "/bin/true"]
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 {
            unsafe posix_spawn_file_actions_addopen(&actions, CInt(descriptor), "/dev/null", O_RDWR, 0)
        }
        let argv: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe argv.forEach { unsafe free($0) } }
        var process: pid_t = 0
        if unsafe posix_spawn(&process, program, &actions, nil, argv, environ) == 0 { trial = process }
    }

    /// Waits for the program in the sandbox.
    ///
    /// - Returns: Whether it ran.
    private static func endTrial() -> Bool {
        guard let process = trial else { return false }
        trial = nil
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status == 0
    }
}
