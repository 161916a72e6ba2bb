private import CSystemCalls
package import Frames
private import Glibc

/// The resource limits (getrlimit(2)) that commands and WebKit need.
///
/// Below them, WebKit aborts its own processes and the recorder's.
package enum ProcessLimits {
    /// The address space that JavaScriptCore reserves at startup, with a margin.
    ///
    /// With WebKitGTK 2.50.6, 6 GB are too little and 8 GB are enough.
    private static let leastMemory: rlim_t = 8_000_000 << 10
    /// The lowest limit of open files of a recording.
    private static let leastFiles: rlim_t = 128
    /// The lowest limit of open files of a command without pages.
    private static let fewestFiles: rlim_t = 32
    /// The processes and threads of a recording.
    ///
    /// A small page has 49: 18 of its engine, 22 of WebKit, 9 of the command and the display server.
    private static let pageThreads: CInt = 64
    /// The threads of a command without pages.
    private static let commandThreads: CInt = 16
    /// The lowest limit of the file size, for the self-test's pictures and WebKit's own files.
    private static let leastFileSize: rlim_t = 4 << 20
    /// The preferred limit of open files; compositions open many clips and pages.
    private static let wantedFiles: rlim_t = 4096

    /// Checks the limits of a recording.
    ///
    /// - Parameter pixelSize: The size of the page's pictures.
    /// - Throws: `missingComponent`; the message names the limit.
    package static func check(pixelSize: PixelSize) throws(PageError) {
        try requireMemory(RLIMIT_AS, "address space", option: "-v")
        try requireMemory(RLIMIT_DATA, "data memory", option: "-d")
        try requireFileSize(for: pixelSize)
        try requireFiles(leastFiles, for: "recording a page")
        try requireThreads(pageThreads, for: "recording a page")
    }

    /// Checks what any command needs, before it starts a thread.
    ///
    /// - Throws: `missingComponent`; the message names the limit.
    package static func checkCommand() throws(PageError) {
        try requireFiles(fewestFiles, for: "pagereel")
        try requireThreads(commandThreads, for: "pagereel")
    }

    /// Raises the soft limit of open files, and checks it.
    private static func requireFiles(_ least: rlim_t, for what: String) throws(PageError) {
        guard var files = limit(RLIMIT_NOFILE) else { return }
        if files.rlim_cur < min(wantedFiles, files.rlim_max) {
            files.rlim_cur = min(wantedFiles, files.rlim_max)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        }
        guard files.rlim_cur < least else { return }
        throw PageError(
            .missingComponent,
            "The limit of open files (ulimit -n) is \(files.rlim_cur); \(what) needs \(least). Raise it in the shell or "
                + "service that starts pagereel.")
    }

    private static func requireThreads(_ count: CInt, for what: String) throws(PageError) {
        let started = thread_trial(count)
        guard started < count else { return }
        let ulimit =
            limit(__RLIMIT_NPROC).map { $0.rlim_cur == rlim_t.max ? "unlimited" : "\($0.rlim_cur)" } ?? "unknown"
        throw PageError(
            .missingComponent,
            "Only \(started) more processes or threads can be started; \(what) needs \(count). Raise the user's limit "
                + "(ulimit -u, which is \(ulimit)) or the container's (pids.max), or end other programs.")
    }

    private static func requireMemory(
        _ resource: __rlimit_resource, _ name: String, option: String
    ) throws(PageError) {
        guard let limit = limit(resource)?.rlim_cur, limit < leastMemory else { return }
        throw PageError(
            .missingComponent,
            "The limit of \(name) (ulimit \(option)) is \(limit >> 20) MiB; WebKit needs \(leastMemory >> 20) MiB to start. "
                + "Remove the limit, and limit the page with --max-memory instead.")
    }

    /// Checks the limit of the file size.
    ///
    /// It also applies to memory files, which hold the pictures at four bytes per pixel. Below it,
    /// every picture is empty.
    private static func requireFileSize(for pixelSize: PixelSize) throws(PageError) {
        let needed = max(rlim_t(pixelSize.width * pixelSize.height * 4) + 1 << 20, leastFileSize)
        guard let limit = limit(RLIMIT_FSIZE)?.rlim_cur, limit < needed else { return }
        throw PageError(
            .missingComponent,
            "The limit of a file's size (ulimit -f) is \(limit >> 10) KiB; the page's pictures are files in memory and "
                + "need \(needed >> 10) KiB. Raise it in the shell or service that starts pagereel.")
    }

    private static func limit(_ resource: __rlimit_resource) -> rlimit? {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? limit : nil
    }
}
