internal import EngineLink
internal import Synchronization

// Waiting for an answer of the page, which stands still.

extension VirtualClock {
    /// Runs a closure that waits for the page, and advances time if the page needs that to respond.
    ///
    /// The page's main thread may be waiting outside its event loop, for example for a video's
    /// first frame. Then only advancing time ends the wait.
    ///
    /// - Parameters:
    ///   - body: The closure.
    ///   - onStuck: Called once if the page takes too long to respond. It must end the wait.
    func whileHelping<Output, Failure>(
        _ body: () async throws(Failure) -> Output, orStuck onStuck: @escaping @MainActor () -> Void
    ) async throws(Failure) -> Output {
        let helper = Task { [self] in
            var silence = WaitingTime()
            while true {
                do { try await Task.sleep(for: Self.helpInterval) } catch { return }
                let isQuiet = await onQueue { [self] in help() }
                // A task that has ended its wait meanwhile is not stuck.
                guard !Task.isCancelled else { return }
                if !isQuiet || rest.exceeds(patience * 2, &silence) { return await onStuck() }
            }
        }
        helped.add(1, ordering: .sequentiallyConsistent)
        defer {
            helped.subtract(1, ordering: .sequentiallyConsistent)
            helper.cancel()
        }
        return try await body()
    }

    private var isHelping: Bool { helped.load(ordering: .sequentiallyConsistent) > 0 }

    /// How often to check whether the page needs time to advance.
    private static let helpInterval = Duration.milliseconds(50)

    /// Advances time if the page needs that to respond.
    ///
    /// - Returns: Whether the page became idle in time.
    private func help() -> Bool {
        // The main thread, which is to respond, may be waiting for a picture.
        _ = shared.releaseTask()
        for _ in 0..<Self.mostHelp where shared.spinningSince != nil {
            guard waitForRest() else { return false }
            guard shared.spinningSince != nil, isHelping, let next = shared.nextDeadline else { return true }
            _ = shared.move(to: next)
        }
        guard shared.isAway else {
            absence.withLock { $0 = MainThreadAbsence() }
            // Nothing is let through meanwhile: what is next is the answer.
            return rest.wait()
        }
        guard waitForRest() else { return false }
        if shared.isAway, isHelping, let next = shared.nextDeadline { _ = shared.move(to: next) }
        return true
    }

    /// The maximum number of consecutive steps for a page that polls the time, usually 1 s.
    private static let mostHelp = 1000
}
