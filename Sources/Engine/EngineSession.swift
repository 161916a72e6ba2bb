private import Dispatch
internal import EngineLink
internal import Frames
internal import PageRenderer
private import Synchronization

/// Receives the command's requests and answers them in order: takes, one after another, and probes.
@MainActor
final class EngineSession {
    /// The inherited socket to the command; the slots of picture memory follow it.
    nonisolated static let socketDescriptor: CInt = 3
    private static let firstSlot: CInt = 4

    private let socket: LinkSocket
    private let cache: VerdictCache
    private let media: MediaRegistry
    private let prelude: EnginePrelude
    private var heartbeat: (any DispatchSourceTimer)?
    private var stage = Stage.unable(PageError(.missingComponent, "The page's engine was not prepared."))
    private var take: EngineTake?
    /// Where the current take's frames go; messages about them arrive on another thread.
    private let sender = CurrentSender()
    private var wasInterrupted = false

    private final class CurrentSender: Sendable {
        private let sender = Mutex<FrameSender?>(nil)

        var value: FrameSender? {
            get { sender.withLock(\.self) }
            set { sender.withLock { $0 = newValue } }
        }
    }

    /// Whether pages can be shown.
    private enum Stage {
        /// Pages can be shown, and their pictures go to shared memory.
        case ready(SharedFrames)
        /// Pages cannot be shown, for this reason.
        case unable(PageError)
    }

    /// Stores the arguments; the work begins with ``run(_:)``.
    ///
    /// - Parameters:
    ///   - socket: The socket to the command.
    ///   - cache: The cache of self-test results.
    ///   - media: GStreamer's registry for the pages.
    ///   - prelude: The requests received so far.
    init(over socket: LinkSocket, cache: VerdictCache, media: MediaRegistry, after prelude: EnginePrelude) {
        self.socket = socket
        self.cache = cache
        self.media = media
        self.prelude = prelude
    }

    /// Serves the command until it closes the socket.
    func run(_ setup: EngineSetup) async {
        startHeartbeat()
        media.prepare()
        begin(setup)
        // Before the first page's process starts, whose environment names it.
        await media.share()
        for request in prelude.requests { handle(request) }
        for await request in requests() { handle(request) }
    }

    private func startHeartbeat() {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        // On the main thread, to prove that it is not blocked.
        timer.setEventHandler { [socket] in socket.send(.heartbeat) }
        timer.schedule(deadline: .now(), repeating: .seconds(1))
        timer.activate()
        heartbeat = timer
    }

    /// Receives the command's requests on a separate thread.
    private func requests() -> AsyncStream<EngineRequest> {
        let (stream, continuation) = AsyncStream<EngineRequest>.makeStream()
        DetachedThread.start("link") { [socket, sender, parser = prelude.parser] in
            Self.receive(from: socket, parser, for: sender) { continuation.yield($0) }
            continuation.finish()
        }
        return stream
    }

    private nonisolated static func receive(
        from socket: LinkSocket, _ parser: LinkParser, for sender: CurrentSender, onRequest: (EngineRequest) -> Void
    ) {
        var parser = parser
        do throws(PageError) {
            while true {
                while let message = try parser.next() {
                    switch message {
                    case .request(let request): onRequest(request)
                    case .taken: sender.value?.frameTaken()
                    case .released(let slot): sender.value?.slotReleased(Int(slot))
                    case .hello, .report, .frame, .sound, .heartbeat: return
                    }
                }
                guard case .bytes(let bytes) = socket.receive() else { return }
                parser.append(bytes)
            }
        } catch {
            return
        }
    }

    private func handle(_ request: EngineRequest) {
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
            let frames = try SharedFrames(owning: slots, size: setup.frameSize, hasAlpha: setup.hasAlpha)
            try PageEnvironment.begin(setup)
            stage = .ready(frames)
        } catch {
            stage = .unable(error)
        }
    }

    private func take(_ plan: TakePlan) async {
        let frames: SharedFrames
        switch stage {
        case .ready(let memory): frames = memory
        case .unable(let error):
            return end(
                TakeResult(
                    outcome: .failed(error), frames: 0, repeated: 0, title: plan.page.description,
                    rendering: .painted, renderingReason: "nothing was recorded", pageTime: .zero))
        }
        // The command has released all pictures of the take before.
        let sender = FrameSender(frames, over: socket)
        self.sender.value = sender
        let take = EngineTake(plan, cache: cache, sender: sender, pool: frames.pool()) { [socket] in
            socket.send(.report($0))
        }
        self.take = take
        if wasInterrupted { take.interrupt() }
        end(await take.run())
    }

    private func end(_ result: TakeResult) { socket.send(.report(.ended(result))) }
}

/// Tests the requirements of pages on this machine, for a diagnosis.
@MainActor
struct EngineProbes {
    private let cache: VerdictCache

    /// Prepares to answer.
    init(_ cache: VerdictCache) { self.cache = cache }

    /// Answers a probe that needs neither a display nor another thread.
    ///
    /// - Returns: `nil` if the probe needs one.
    static func answerAtOnce(_ probe: EngineProbe) -> ProbeAnswer? {
        do throws(PageError) {
            switch probe {
            case .confine: try Sandbox.check()
            case .findClockLibrary: _ = try PageProcessLibrary.time.find()
            case .readVersions: return .versions(PageProbe.libraryVersions)
            case .show, .testClock: return nil
            }
            return .works
        } catch {
            return .failed(error)
        }
    }

    /// Answers a probe.
    func answer(_ probe: EngineProbe) async -> ProbeAnswer {
        if let answer = Self.answerAtOnce(probe) { return answer }
        do throws(PageError) {
            switch probe {
            case .confine, .findClockLibrary, .readVersions:
                return .works
            case .show(let file, let color, let isConfined, let question, let patience):
                let (isDrawn, answer) = try await PageProbe.show(
                    file, color: color, isConfined: isConfined, asking: question, patience: patience)
                return .shown(isDrawn: isDrawn, answer: answer)
            case .testClock(let variant, let options):
                return .verdict(try await SelfTest(for: options, cache: cache).verdict(on: variant, isNew: true))
            }
        } catch {
            return .failed(error)
        }
    }
}
