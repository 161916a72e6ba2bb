private import Dispatch
package import Frames
private import Glibc
private import Synchronization

/// An engine: the process that shows one page, with its display server.
///
/// A dedicated thread starts both, reads their messages, and outlives them: when
/// one dies it kills the other, even a stopped one, and removes their files. Any
/// thread may use this object. Releasing the last reference ends the engine.
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

    /// The settings that an engine is started with.
    package struct Settings: Sendable {
        /// The size of the page's pictures in device pixels.
        package var pixelSize: PixelSize
        /// The device pixel ratio.
        package var scale: Int
        /// The memory of the pictures; `nil` if none are captured.
        package var frames: SharedFrames?
        /// The longest time for which the engine may be silent.
        package var patience: Duration
        /// Whether its pages are expected to run in the sandbox, which it then checks while it starts.
        package var isSandboxed = false
        /// Whether it gets a display; without one it shows no pages.
        package var hasDisplay = true

        /// Describes an engine.
        package init(pixelSize: PixelSize, scale: Int, frames: SharedFrames?, patience: Duration) {
            self.pixelSize = pixelSize
            self.scale = scale
            self.frames = frames
            self.patience = patience
        }
    }

    /// The command's end of the socket.
    package let socket: LinkSocket

    private let state = SharedState()

    /// The state that the thread and the object share; the thread must not keep the
    /// object alive.
    private final class SharedState: Sendable {
        let isToEnd = Atomic(false)
        let end = Promise<End>()
        /// Signaled once the thread has removed everything.
        let isOver = DispatchSemaphore(value: 0)
    }

    /// Starts an engine; it is ready later, and requests wait until then.
    ///
    /// - Parameters:
    ///   - settings: Its settings.
    ///   - onMessage: Receives the engine's messages, in order, on the engine's
    ///     thread; no other is read meanwhile. An error ends the engine.
    ///   - onEnd: Called once at the end, on the engine's thread.
    /// - Throws: `missingComponent`.
    package init(
        _ settings: Settings, onMessage: @escaping @Sendable (LinkMessage) throws(PageError) -> Void,
        onEnd: @escaping @Sendable (End) -> Void = { _ in }
    ) throws(PageError) {
        let (own, other) = try LinkSocket.pair()
        socket = own
        EngineRegistry.add(self)
        DetachedThread.start("engine") { [state] in
            let end: End
            do throws(PageError) {
                let keeper = try EngineKeeper(settings, socket: own, onMessage: onMessage)
                end = keeper.run(passing: other) { state.isToEnd.load(ordering: .sequentiallyConsistent) }
            } catch {
                end = .failed(error)
            }
            onEnd(end)
            state.end.keep(end)
            state.isOver.signal()
        }
    }

    deinit { end() }

    /// Sends a request to the engine.
    package func send(_ request: EngineRequest) { socket.send(.request(request)) }

    /// Ends the engine; does not wait.
    package func end() {
        state.isToEnd.store(true, ordering: .sequentiallyConsistent)
        // The thread notices that the socket has ended.
        socket.shutDown()
    }

    /// Waits until nothing is left of the engine.
    package func waitForEnd() async -> End { await state.end.value() }

    /// Ends the engine and waits a few seconds at most; for a process that is about to exit.
    package func endBeforeExit() {
        end()
        guard state.isOver.wait(timeout: .now() + 5) == .success else { return }
        // Other threads may be waiting as well.
        state.isOver.signal()
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
