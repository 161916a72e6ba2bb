internal import EngineLink
internal import Frames
internal import Synchronization

/// An engine and its picture memory, which serve takes of one kind, one after another.
///
/// Any thread may use this object. Releasing the last reference ends the engine.
final class TakeEngine: Sendable {
    /// What two takes must have in common to be served by the same engine.
    struct Kind: Hashable, Sendable {
        /// The size of the pictures in device pixels.
        let pixelSize: PixelSize
        /// The device pixel ratio.
        let scale: Int
        /// Whether the pictures have transparency.
        let hasAlpha: Bool
        /// Whether the page's process runs in the sandbox.
        let isSandboxed: Bool
        /// The number of slots (default: as many as a recording needs).
        let slotCount: Int?
        /// The longest time for which the engine may be silent.
        let patience: Duration

        /// How long an engine may be silent beyond the page's own limit.
        private static let patience = Duration.seconds(5)
        /// Slots for single pictures: some of the same instant that are drawn, and one that is copied.
        private static let stillSlots = 4

        /// The kind that serves a take.
        init(for plan: TakePlan) {
            pixelSize = plan.options.pixelSize
            scale = plan.options.scale.screen
            hasAlpha = plan.options.isTransparent
            isSandboxed = plan.options.isSandboxed
            patience = plan.hangTimeout + Self.patience
            switch plan.pictures {
            case .frames: slotCount = nil
            case .stills: slotCount = Self.stillSlots
            case .none: slotCount = 0
            }
        }
    }

    /// The receiver of the engine's messages during a take.
    struct Listener: Sendable {
        /// Receives messages in order, on the engine's thread.
        let onMessage: @Sendable (LinkMessage) throws(PageError) -> Void
        /// Called once if the engine ends, on the engine's thread.
        let onEnd: @Sendable (EngineProcess.End) -> Void
    }

    /// The kind of takes that it serves.
    let kind: Kind
    /// The memory of the pictures.
    let frames: SharedFrames
    /// The number of takes so far.
    let takes = Atomic(0)
    private let process: EngineProcess
    private let listening: Listening

    /// What the engine's thread shares with this object, which it must not keep alive.
    private final class Listening: Sendable {
        struct State {
            var listener: Listener?
            var end: EngineProcess.End?
        }

        let state = Mutex(State())
    }

    /// Starts an engine.
    ///
    /// - Throws: `missingComponent`.
    init(_ kind: Kind) throws(PageError) {
        self.kind = kind
        try ProcessLimits.check(pixelSize: kind.pixelSize)
        frames = try SharedFrames(size: kind.pixelSize, hasAlpha: kind.hasAlpha, count: kind.slotCount)
        let listening = Listening()
        self.listening = listening
        var settings = EngineProcess.Settings(
            pixelSize: kind.pixelSize, scale: kind.scale, frames: frames, patience: kind.patience)
        settings.isSandboxed = kind.isSandboxed
        process = try EngineProcess(settings) { message throws(PageError) in
            try listening.state.withLock { $0.listener }?.onMessage(message)
        } onEnd: { end in
            let listener = listening.state.withLock { state in
                state.end = end
                return state.listener
            }
            listener?.onEnd(end)
        }
    }

    /// The engine's socket.
    var socket: LinkSocket { process.socket }

    /// Whether the engine has ended.
    var hasEnded: Bool { listening.state.withLock { $0.end != nil } }

    /// Begins a take: its messages go to a listener, which learns of an end that it has missed.
    func serve(_ listener: Listener) {
        takes.add(1, ordering: .relaxed)
        let end = listening.state.withLock { state in
            state.listener = listener
            return state.end
        }
        if let end { listener.onEnd(end) }
    }

    /// Ends a take; messages until the next one are ignored.
    func rest() { listening.state.withLock { $0.listener = nil } }

    /// Sends a request to the engine.
    func send(_ request: EngineRequest) { process.send(request) }

    /// Ends the engine; does not wait.
    func end() { process.end() }

    /// Waits until nothing is left of the engine.
    func waitForEnd() async { _ = await process.waitForEnd() }
}
