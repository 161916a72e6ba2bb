import Glibc

/// What SIGINT, SIGTERM and SIGHUP do to a run of `pagereel record`.
///
/// The first ends what is under way as its owner wants it ended, the second
/// ends the process.
@MainActor
final class StopSignals {
    /// How the command ends because of the first signal, if there was one.
    private(set) var status: ExitStatus?
    /// Ends what is under way; called once, at the first signal.
    var onFirst: @MainActor () -> Void = {}
    /// Leaves nothing behind and says so; the process ends next.
    var onSecond: @MainActor () -> Void = {}
    private var watcher: SignalWatcher?

    /// Starts hearing, and returns once it does.
    func start() async {
        let watcher = SignalWatcher { [weak self] in self?.heard($0) }
        self.watcher = watcher
        await watcher.start()
    }

    private func heard(_ number: Int32) {
        let status = ExitStatus(signal: number)
        if self.status != nil {
            onSecond()
            exit(status.rawValue)
        }
        self.status = status
        onFirst()
    }
}
