private import Dispatch
internal import EngineLink
internal import PageSampler
private import Synchronization

/// What the engine does for the command: hears requests, and answers them one
/// after the other.
@MainActor
final class EngineSession {
    /// The socket to the command, and the first slot of the pictures' memory.
    nonisolated static let socketDescriptor: CInt = 3
    private static let firstSlot: CInt = 4

    private let socket = LinkSocket(inheriting: EngineSession.socketDescriptor)
    /// Found before the environment becomes that of pages.
    private let cache = VerdictCache()
    private let inbox = Inbox()
    private var heartbeat: (any DispatchSourceTimer)?
    /// Why no page can be shown.
    private var failure: PageError?
    private var frames: SharedFrames?
    private var hasBegun = false
    /// Requests that came before the display was ready.
    private var early: [EngineRequest] = []
    private var take: PageTake?
    private var wasInterrupted = false

    /// What the thread that receives needs of the session.
    private final class Inbox: Sendable {
        /// Hears what becomes of its frames.
        let sender = Mutex<FrameSender?>(nil)
    }

    /// Serves the command until it closes the socket.
    func run() async {
        startHeartbeat()
        socket.send(.hello(version: LinkMessage.version, engine: PageProbe.engineVersion))
        for await request in requests() { handle(request) }
    }

    private func startHeartbeat() {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        // On the main thread, which tells that it is not blocked.
        timer.setEventHandler { [socket] in socket.send(.heartbeat) }
        timer.schedule(deadline: .now(), repeating: .seconds(1))
        timer.activate()
        heartbeat = timer
    }

    /// Receives the command's requests on a separate thread.
    private nonisolated func requests() -> AsyncStream<EngineRequest> {
        let (stream, continuation) = AsyncStream<EngineRequest>.makeStream()
        DetachedThread.start("link") { [socket, inbox] in
            Self.receive(from: socket, for: inbox) { continuation.yield($0) }
            continuation.finish()
        }
        return stream
    }

    private nonisolated static func receive(
        from socket: LinkSocket, for inbox: Inbox, onRequest: (EngineRequest) -> Void
    ) {
        var parser = LinkParser(longest: LinkParser.longestRequest)
        while case .bytes(let bytes) = socket.receive() {
            parser.append(bytes)
            do throws(LinkError) {
                while let message = try parser.next() {
                    switch message {
                    case .request(let request): onRequest(request)
                    case .taken: inbox.sender.withLock(\.self)?.frameTaken()
                    case .released(let slot): inbox.sender.withLock(\.self)?.slotReleased(Int(slot))
                    case .hello, .report, .frame, .heartbeat: return
                    }
                }
            } catch {
                return
            }
        }
    }

    private func handle(_ request: EngineRequest) {
        if case .begin(let setup) = request {
            begin(setup)
            hasBegun = true
            for request in early { handle(request) }
            early = []
            return
        }
        guard hasBegun || !request.needsDisplay else { return early.append(request) }
        switch request {
        case .begin: break
        case .take(let plan): Task { await take(plan) }
        case .interrupt:
            wasInterrupted = true
            take?.interrupt()
        case .probe(let probe): Task { socket.send(.report(.probed(await EngineProbes(cache).answer(probe)))) }
        }
    }

    private func begin(_ setup: EngineSetup) {
        do throws(PageError) {
            let slots = (0..<CInt(setup.slotCount)).map { Self.firstSlot + $0 }
            let frames = try SharedFrames(owning: slots, size: setup.pixelSize, hasAlpha: setup.hasAlpha)
            self.frames = frames
            inbox.sender.withLock { $0 = FrameSender(frames, over: socket) }
            try PageProbe.begin(setup)
        } catch {
            failure = error
        }
    }

    private func take(_ plan: TakePlan) async {
        guard let frames, let sender = inbox.sender.withLock(\.self), failure == nil else {
            let error = failure ?? PageError(.missingComponent, "The page's engine was not prepared.")
            return report(
                .ended(
                    TakeResult(
                        outcome: .page(error), frames: 0, repeated: 0, title: plan.page.description,
                        rendering: .painted, renderingReason: "nothing was recorded", pageTime: .zero)))
        }
        let take = PageTake(plan, cache: cache, sender: sender, pool: frames.pool()) { [weak self] in self?.report($0) }
        self.take = take
        if wasInterrupted { take.interrupt() }
        report(.ended(await take.run()))
    }

    private func report(_ event: TakeEvent) { socket.send(.report(.take(event))) }
}
