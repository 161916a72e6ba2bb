private import Glibc

/// The resource limits (getrlimit(2)) within which WebKit starts.
///
/// Below them WebKit aborts its own processes and the recorder's.
enum ProcessLimits {
    /// What JavaScriptCore reserves at its start, with a margin: 6 GB were too
    /// little and 8 GB enough with WebKitGTK 2.50.6.
    private static let leastMemory: rlim_t = 8_000_000 << 10
    /// A recording failed with 48 open files and succeeded with 64.
    private static let leastFiles: rlim_t = 64
    /// Compositions open many clips and pages.
    private static let wantedFiles: rlim_t = 4096

    /// Checks the limits, and raises that of open files as far as is allowed.
    ///
    /// - Throws: A missing component; the message names the limit.
    static func check() throws(PageError) {
        try requireMemory(RLIMIT_AS, "address space", option: "-v")
        try requireMemory(RLIMIT_DATA, "data memory", option: "-d")
        guard var files = limit(RLIMIT_NOFILE) else { return }
        if files.rlim_cur < min(wantedFiles, files.rlim_max) {
            files.rlim_cur = min(wantedFiles, files.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        }
        guard files.rlim_cur < leastFiles else { return }
        throw PageError(
            .missingComponent,
            "The limit of open files (ulimit -n) is \(files.rlim_cur); recording a page needs \(leastFiles). Raise it in "
                + "the shell or service that starts pagereel.")
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

    private static func limit(_ resource: __rlimit_resource) -> rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? limit : nil
    }
}
