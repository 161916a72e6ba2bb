package import EngineLink
package import Frames
private import Synchronization

/// Runs takes of one page until one is final.
///
/// A page that turns out to need compositing or distinct dates is loaded again in that way, with the same initial
/// date. A kept engine that has died is replaced.
/// Any thread may use this object; it runs once.
package final class Takes: Sendable {
    private struct State {
        var current: Take?
        /// Ends the current take and every later one.
        var isInterrupted = false
    }

    private let plan: TakePlan
    private let pool: EnginePool?
    private let state = Mutex(State())

    private static let cancellation = PageError(.interrupted, "Canceled; nothing was written.")

    /// Plans to run takes; nothing starts yet.
    ///
    /// - Parameter pool: Kept engines (default: each take has a new one).
    package init(of plan: TakePlan, from pool: EnginePool? = nil) {
        self.plan = plan
        self.pool = pool
    }

    /// Runs takes until one is final.
    ///
    /// Canceling the task fails the current take.
    ///
    /// - Parameters:
    ///   - onEvent: Receives events in order, on a thread of the take, which waits meanwhile.
    ///   - onStill: Receives each single picture with its page time, in the same way.
    ///   - follow: Starts a take and turns it into a result. It is called again if it throws
    ///     ``TakeNeed``.
    /// - Returns: The result of the final take.
    /// - Throws: `invalidPlan`, `missingComponent`, and what `follow` throws.
    package func run<Output: Sendable>(
        onEvent: @escaping @Sendable (RecordingEvent) -> Void,
        onStill: @escaping @Sendable (PictureMoment, Duration, PixelBuffer) -> Void = { _, _, _ in },
        _ follow: (Take) async throws -> Output
    ) async throws -> Output {
        try plan.validate()
        return try await withTaskCancellationHandler {
            var plan = plan
            while true {
                let take = try begin(Take(plan, from: pool, onEvent: onEvent, onStill: onStill))
                do {
                    let output = try await follow(take)
                    await end(take)
                    return output
                } catch let need as TakeNeed {
                    await end(take)
                    onEvent(.notice(Self.notice(of: need)))
                    plan.change(for: need)
                    plan.options.virtualTime?.date = take.record.date
                } catch {
                    await end(take)
                    // A new engine, or another kept one.
                    guard take.hadDeadEngine else { throw error }
                }
            }
        } onCancel: {
            state.withLock { $0.current }?.fail(Self.cancellation)
        }
    }

    /// Ends the current take as the user would, and every later one before it records.
    package func interrupt() {
        let take = state.withLock { state in
            state.isInterrupted = true
            return state.current
        }
        take?.interrupt()
    }

    private func begin(_ take: Take) -> Take {
        let isInterrupted = state.withLock { state in
            state.current = take
            return state.isInterrupted
        }
        if isInterrupted { take.interrupt() }
        if Task.isCancelled { take.fail(Self.cancellation) }
        return take
    }

    private func end(_ take: Take) async {
        state.withLock { $0.current = nil }
        await take.end()
    }

    private static func notice(of need: TakeNeed) -> String {
        let time: Duration
        switch need {
        case .layers(let need): time = need.time
        case .distinctDates(let found): time = found
        }
        let again = time == .zero ? "loaded again" : "loaded and recorded again from the start"
        let since = time == .zero ? "" : " from \(time.text) on"
        return switch need {
        case .layers(let need): "The page has \(need.what)\(since), which has to be composited: it is \(again)."
        case .distinctDates:
            "The page gave the same id, made from Date.now(), to several elements\(since): it is \(again), and each "
                + "read of the date is at least 1 ms later."
        }
    }
}
