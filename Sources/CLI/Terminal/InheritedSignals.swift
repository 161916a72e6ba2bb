import Glibc

/// The signal dispositions and the signal mask that the program starts with.
///
/// The program inherits both through execve(2) from the process that starts it.
enum InheritedSignals {
    /// Sets the dispositions that the program relies on; called before anything else.
    ///
    /// - With SIGCHLD ignored waitpid(2) does not return the status of a child.
    /// - SIGXFSZ would end the process at the file size limit; ignored, the
    ///   write fails with EFBIG and the recorder reports it.
    /// - SIGINT, SIGTERM and SIGHUP end the process with a message, also in a
    ///   command that has no ``StopSignals``. SIGHUP stays ignored under nohup(1),
    ///   and SIGINT in a background job of a shell script.
    /// - SIGQUIT does so too. Swift's runtime would print a backtrace and go on, if
    ///   it is told to report crashes.
    static func set() {
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
        signal(SIGCHLD, SIG_DFL)
        signal(SIGXFSZ, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where !isIgnored(number) { signal(number, stopAtOnce) }
    }

    /// Whether the parent process had a signal ignored.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }
}

/// Async-signal-safe: a constant text, write(2) and _exit(2).
private func stopAtOnce(_ number: Int32) {
    let text: StaticString = "pagereel: error: stopped by a signal.\n"
    _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    _exit(128 + number)
}
