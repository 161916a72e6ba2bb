internal import EngineLink
internal import Frames
private import Synchronization

/// An engine that runs a diagnosis's probes, one at a time.
final class EngineQuestions: Sendable {
    /// WebKitGTK's version, such as `2.50.6`; empty before the first answer.
    var version: String { inbox.version.withLock(\.self) }

    private let engine: EngineProcess
    private let inbox: Inbox

    /// Receives the engine's messages, on its thread.
    private final class Inbox: Sendable {
        let version = Mutex("")
        let answers: AsyncStream<ProbeAnswer>
        let continuation: AsyncStream<ProbeAnswer>.Continuation

        init() { (answers, continuation) = AsyncStream<ProbeAnswer>.makeStream() }
    }

    /// How long the engine may be silent; it sends a heartbeat every second.
    private static let patience = Duration.seconds(30)

    /// Starts an engine.
    ///
    /// - Parameters:
    ///   - size: The size of the pages.
    ///   - hasDisplay: Whether to start a display server, which the engine needs to show pages.
    /// - Throws: `missingComponent`.
    init(size: PixelSize, hasDisplay: Bool) throws(PageError) {
        try ProcessLimits.check(pixelSize: size)
        let inbox = Inbox()
        self.inbox = inbox
        var settings = EngineProcess.Settings(pixelSize: size, scale: 1, frames: nil, patience: Self.patience)
        settings.hasDisplay = hasDisplay
        engine = try EngineProcess(settings) { message throws(PageError) in
            switch message {
            case .hello(_, let version): inbox.version.withLock { $0 = version }
            case .report(.probed(let answer)): inbox.continuation.yield(answer)
            default: break
            }
        } onEnd: { end in
            switch end {
            case .failed(let error): inbox.continuation.yield(.failed(error))
            case .died(let text): inbox.continuation.yield(.failed(PageError(.crashed, "\(text).")))
            case .silent(let length):
                inbox.continuation.yield(
                    .failed(PageError(.hung, "The page's engine has not responded for \(length.text).")))
            case .ended: break
            }
            inbox.continuation.finish()
        }
    }

    /// Runs a probe in the engine and waits for the result.
    func ask(_ probe: EngineProbe) async -> ProbeAnswer {
        engine.send(.probe(probe))
        for await answer in inbox.answers { return answer }
        return .failed(PageError(.crashed, "The page's engine is gone."))
    }

    /// Ends the engine and waits until its processes and files are gone.
    func end() async {
        engine.end()
        _ = await engine.waitForEnd()
    }
}
