private import Glibc

/// The sandbox in which WebKit runs the page's process.
enum Sandbox {
    /// Finds out whether bubblewrap can confine a process here.
    ///
    /// WebKit ends the whole process when it cannot, so it must be asked
    /// first.
    ///
    /// - Throws: A missing component that says what to do.
    static func check() throws(PageError) {
        guard let program = PrivateDisplay.find("bwrap") else {
            throw PageError(
                .missingComponent,
                "bwrap, which confines the page's process, is not on the PATH. "
                    + "Install it with: apt-get install bubblewrap. For pages that you trust, use --no-sandbox.")
        }
        guard run([program, "--unshare-all", "--ro-bind", "/", "/", "/bin/true"]) == 0 else {
            throw PageError(
                .missingComponent,
                "bwrap cannot confine a process on this machine (user namespaces may be switched off, as in many "
                    + "containers). Allow them, or, for pages that you trust, use --no-sandbox.")
        }
    }

    private static func run(_ arguments: [String]) -> CInt {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 { posix_spawn_file_actions_addopen(&actions, CInt(descriptor), "/dev/null", O_RDWR, 0) }
        let argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for argument in argv { free(argument) } }
        var process: pid_t = 0
        guard posix_spawn(&process, arguments[0], &actions, nil, argv, environ) == 0 else { return -1 }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status
    }
}
