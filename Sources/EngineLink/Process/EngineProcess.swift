private import Dispatch
package import Frames
private import Glibc
private import Synchronization

/// An engine: the process that shows pages, with its display server and its picture memory.
///
/// A dedicated thread starts both processes, reads their messages, and outlives them (``EngineKeeper``). The engine serves
/// one listener at a time. Any thread may use this object. Releasing the last reference ends the engine.
package final class EngineProcess: Sendable {
    /// How an engine ended.
    package enum End: Sendable {
        /// ``end()`` was called.
        case ended
        /// It could not be started.
        case failed(PageError)
        /// A process died; the text says which and why, without a final period.
        case died(String)
        /// It did not respond for this long.
        case silent(Duration)
    }

    /// What an engine is started with; it serves takes that need the same.
    package struct Settings: Hashable, Sendable {
        /// The size of the frames in device pixels.
        package var pixelSize: PixelSize
        /// The size of the page in its device pixels; larger than the frames if the camera zooms.
        package var pageSize: PixelSize
        /// The page's device pixel ratio, rounded down.
        package var scale = 1
        /// Whether the pictures have transparency.
        package var hasAlpha = false
        /// The number of pictures in shared memory.
        package var slotCount: Int
        /// The authorities that its network process trusts besides the system's: it reads them once.
        package var certificateAuthorities: String?
        /// The longest time for which the engine may be silent; it sends a heartbeat every second.
        package var patience: Duration
        /// Whether its pages are expected to run in the sandbox, which it then checks while it starts.
        package var isSandboxed = false
        /// Whether it gets a display; without one it shows no pages.
        package var hasDisplay = true

        /// How long an engine may be silent beyond the page's own limit.
        private static let patience = Duration.seconds(5)
        /// Slots for single pictures: some of the same instant that are drawn, and one that is copied.
        private static let stillSlots = 4

        /// Describes an engine that captures no pictures.
        package init(pixelSize: PixelSize, patience: Duration) {
            self.pixelSize = pixelSize
            pageSize = pixelSize
            self.patience = patience
            slotCount = 0
        }

        /// Describes the engine that a take needs.
        package init(for plan: TakePlan) {
            pixelSize = plan.options.pixelSize
            let pageOptions = plan.pageOptions
            pageSize = pageOptions.pixelSize
            scale = pageOptions.scale.screen
            hasAlpha = plan.options.isTransparent
            isSandboxed = plan.options.isSandboxed
            certificateAuthorities = plan.options.certificateAuthorities
            patience = plan.hangTimeout + Self.patience
            switch plan.pictures {
            case .frames:
                let isLive = plan.options.virtualTime == nil
                slotCount = PixelBufferPool.capacity(ofRecording: plan.options.pixelSize, isLive: isLive)
            case .stills: slotCount = Self.stillSlots
            case .none: slotCount = plan.takesStepPictures ? 1 : 0
            }
        }
    }

    /// The receiver of an engine's messages.
    package struct Listener: Sendable {
        let onMessage: @Sendable (LinkMessage) throws(PageError) -> Void
        let onEnd: @Sendable (End) -> Void

        /// Makes a listener of two functions, which are called on the engine's thread.
        ///
        /// - Parameters:
        ///   - onMessage: Receives messages in order; no other is read meanwhile. An error ends the engine.
        ///   - onEnd: Called once if the engine ends.
        package init(
            onMessage: @escaping @Sendable (LinkMessage) throws(PageError) -> Void,
            onEnd: @escaping @Sendable (End) -> Void = { _ in }
        ) {
            self.onMessage = onMessage
            self.onEnd = onEnd
        }
    }

    /// What the engine was started with.
    package let settings: Settings
    /// The memory of the pictures.
    package let frames: SharedFrames
    /// The command's end of the socket.
    package let socket: LinkSocket

    private let life: Life

    /// The engine's state, which the thread shares with the object; the thread must not keep the object alive.
    private final class Life: Sendable {
        enum State {
            /// Messages are ignored.
            case resting
            case serving(Listener)
            /// Nothing is left of the engine.
            case over(End)
        }

        let state: Mutex<State>
        let isToEnd = Atomic(false)
        let takes = Atomic(0)
        let end = Promise<End>()
        /// Signaled once the thread has removed everything.
        let isOver = DispatchSemaphore(value: 0)

        init(_ listener: Listener?) { state = Mutex(listener.map { .serving($0) } ?? .resting) }

        /// Replaces the listener, unless the engine has ended.
        ///
        /// - Returns: How it has ended.
        func setListener(_ listener: Listener?) -> End? {
            state.withLock { state in
                if case .over(let end) = state { return end }
                state = listener.map { .serving($0) } ?? .resting
                return nil
            }
        }

        func receive(_ message: LinkMessage) throws(PageError) {
            if case .serving(let listener) = state.withLock(\.self) { try listener.onMessage(message) }
        }

        func finish(_ end: End) {
            let last = state.withLock { state in
                defer { state = .over(end) }
                return state
            }
            if case .serving(let listener) = last { listener.onEnd(end) }
            self.end.keep(end)
            isOver.signal()
        }
    }

    /// Starts an engine; it is ready later, and requests wait until then.
    ///
    /// - Parameters:
    ///   - settings: What it is started with.
    ///   - listener: Receives its messages from the first on (default: nobody does until ``serve(_:)``).
    /// - Throws: `missingComponent`.
    package init(_ settings: Settings, for listener: Listener? = nil) throws(PageError) {
        try ProcessLimits.check(pixelSize: settings.pageSize)
        let frames = try SharedFrames(size: settings.pixelSize, hasAlpha: settings.hasAlpha, count: settings.slotCount)
        let (own, other) = try LinkSocket.pair()
        let life = Life(listener)
        (self.settings, self.frames, socket, self.life) = (settings, frames, own, life)
        EngineRegistry.add(self)
        DetachedThread.start("engine") {
            let end: End
            do throws(PageError) {
                let keeper = try EngineKeeper(settings, frames, socket: own) { message throws(PageError) in
                    try life.receive(message)
                }
                end = keeper.run(passing: other) { life.isToEnd.load(ordering: .sequentiallyConsistent) }
            } catch {
                end = .failed(error)
            }
            life.finish(end)
        }
    }

    deinit { end() }

    /// The number of takes so far.
    package var takes: Int { life.takes.load(ordering: .relaxed) }

    /// Whether the engine has ended.
    package var hasEnded: Bool { if case .over = life.state.withLock(\.self) { true } else { false } }

    /// Begins a take: its messages go to a listener, which learns of an end that it has missed.
    package func serve(_ listener: Listener) {
        life.takes.add(1, ordering: .relaxed)
        if let end = life.setListener(listener) { listener.onEnd(end) }
    }

    /// Ends a take; messages until the next one are ignored.
    package func rest() { _ = life.setListener(nil) }

    /// Sends a request to the engine.
    package func send(_ request: EngineRequest) { socket.send(.request(request)) }

    /// Ends the engine; does not wait.
    package func end() {
        life.isToEnd.store(true, ordering: .sequentiallyConsistent)
        // The thread notices that the socket has ended.
        socket.shutDown()
    }

    /// Waits until nothing is left of the engine.
    @discardableResult
    package func waitForEnd() async -> End { await life.end.value() }

    /// Ends the engine and waits a few seconds at most; for a process that is about to exit.
    fileprivate func endBeforeExit() {
        end()
        guard life.isOver.wait(timeout: .now() + 5) == .success else { return }
        // Other threads may be waiting as well.
        life.isOver.signal()
    }
}

/// The engines of this process, which end with it.
///
/// The kernel ends them in any case, but does not remove their files.
private enum EngineRegistry {
    private struct Entry {
        weak var engine: EngineProcess?
    }

    private static let engines = Mutex<[Entry]>([])
    private static let isRegistered: Bool = atexit { endAll() } == 0

    /// Adds a new engine.
    static func add(_ engine: EngineProcess) {
        _ = isRegistered
        engines.withLock { engines in
            engines.removeAll { $0.engine == nil }
            engines.append(Entry(engine: engine))
        }
    }

    private static func endAll() {
        let engines = engines.withLock { $0.compactMap(\.engine) }
        for engine in engines { engine.end() }
        for engine in engines { engine.endBeforeExit() }
    }
}
