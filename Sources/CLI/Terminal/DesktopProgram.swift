import Glibc

/// The desktop's program for a file or an address, which xdg-open finds.
enum DesktopProgram {
    /// The reason why nothing was opened, as the end of a sentence.
    enum Failure: Error, CustomStringConvertible {
        case notInstalled
        case notStarted(reason: String)
        case noProgram

        var description: String {
            switch self {
            case .notInstalled: "xdg-open is not installed"
            case .notStarted(let reason): "xdg-open cannot be started: \(reason)"
            case .noProgram: "xdg-open found no program"
            }
        }
    }

    /// Opens a file or an address, and waits for the end of xdg-open.
    ///
    /// - Parameters:
    ///   - target: A path or an address.
    ///   - inBackground: Whether the program may outlive this one, such as a browser: Ctrl-C does not reach it, and
    ///     signals that this program handles have their usual effect on it.
    static func open(_ target: String, inBackground: Bool = false) throws(Failure) {
        let words: [UnsafeMutablePointer<CChar>?] = unsafe ["xdg-open", target].map { (word: String) in
            unsafe strdup(word)
        }
        defer { unsafe words.forEach { unsafe free($0) } }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        if inBackground {
            var signals = sigset_t()
            unsafe sigemptyset(&signals)
            unsafe posix_spawnattr_setsigmask(&attributes, &signals)
            for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { unsafe sigaddset(&signals, number) }
            unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
            let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
            unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        }
        var process = pid_t()
        let code = unsafe posix_spawnp(&process, "xdg-open", nil, &attributes, words + [nil], environ)
        guard code != ENOENT else { throw .notInstalled }
        guard code == 0 else { throw .notStarted(reason: unsafe String(cString: strerror(code))) }
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else { throw .noProgram }
    }
}
