internal import EngineLink
internal import Frames
private import Synchronization

/// One iteration over a page's frames: a task runs the take, a reader takes the events.
///
/// Releasing the object ends the take.
final class SamplingCourse: Sendable {
    private let plan: TakePlan
    private let pool: EnginePool?
    private let order: FrameOrder
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Plans an iteration; nothing starts yet.
    init(_ plan: TakePlan, from pool: EnginePool?) {
        self.plan = plan
        self.pool = pool
        order = FrameOrder(frameRate: plan.frameRate)
    }

    deinit {
        task.withLock { $0 }?.cancel()
        order.stop()
    }

    /// Waits for the next event; starts the take at the first call.
    ///
    /// One task at a time calls it.
    func next() async throws -> PageFrameEvent? {
        let task = task.withLock { task in
            if let task { return task }
            let started = Self.start(plan, from: pool, to: order)
            task = started
            return started
        }
        let event = await withTaskCancellationHandler {
            await order.next()
        } onCancel: {
            task.cancel()
        }
        guard event == nil || Task.isCancelled else { return event }
        // Nothing is left of the page once the sequence has ended.
        task.cancel()
        order.stop()
        await task.value
        try Task.checkCancellation()
        if let error = order.failure { throw error }
        return nil
    }

    /// Runs takes in a task, which does not keep the iteration alive.
    private static func start(_ plan: TakePlan, from pool: EnginePool?, to order: FrameOrder) -> Task<Void, Never> {
        Task {
            do {
                try await PageRun(of: plan, from: pool).run {
                    order.append($0)
                } _: { take in
                    try await follow(take, to: order)
                }
            } catch {
                order.fail(error)
            }
        }
    }

    private static func follow(_ take: PageTake, to order: FrameOrder) async throws {
        order.begin { [weak take] in take?.frameCount ?? 0 }
        let reading = Task {
            for await frame in take.queue { await order.deliver(frame) }
        }
        do {
            let (reason, result) = try await take.run()
            // The engine ends while the last frames are read.
            take.endEngine()
            take.queue.finish()
            await reading.value
            order.finish(reason, frameCount: result.frames)
        } catch {
            take.queue.discard()
            order.stop()
            await reading.value
            throw error
        }
    }
}

/// Puts a take's frames and events into one order, for one reader.
///
/// An event comes after the frames that were captured before it. If a page is loaded again, what the reader already has is
/// left out. Any thread may use this object.
final class FrameOrder: Sendable {
    private struct State {
        /// Events that wait, each with the index of the frame before which it comes.
        var events: [(position: Int, event: PageFrameEvent)] = []
        /// The frame that waits.
        var frame: Frame?
        /// The index that the reader expects.
        var nextIndex = 0
        /// The picture that the reader had last, and the one that it is a copy of.
        var last: (copy: PixelBuffer, original: PixelBuffer)?
        /// The number of signals that the reader has, and that the current take has sent.
        var signals = (delivered: 0, sent: 0)
        /// The number of the current take's frames so far.
        var frameCount: @Sendable () -> Int = { 0 }
        /// The length of the sequence and the last event, once they are known.
        var end: (frameCount: Int, reason: ExitReason)?
        /// Whether the take fails, so that its frames are dropped.
        var isStopped = false
        var isOver = false
        var failure: (any Error)?
        var reader: CheckedContinuation<Void, Never>?
        var writer: CheckedContinuation<Void, Never>?

        /// Whether the first event's turn has come.
        var hasEvent: Bool { events.first.map { isOver || $0.position <= nextIndex } ?? false }

        /// Whether the reader has something to do.
        var hasStep: Bool { hasEvent || frame != nil || end != nil || isOver }

        /// What the reader does next.
        mutating func nextStep(_ frameRate: FrameRate) -> Step {
            if hasEvent {
                let event = events.removeFirst().event
                if case .event(.signal) = event { signals.delivered += 1 }
                return .event(event)
            }
            if let frame, frame.index == nextIndex || last == nil { return .copy(frame) }
            if let last, frame != nil || nextIndex < end?.frameCount ?? 0 {
                return .event(.frame(place(last.copy, isMissed: true, frameRate)))
            }
            if isOver { return .end }
            guard let end else { return .wait }
            isOver = true
            events.append((nextIndex, .ended(end.reason)))
            return nextStep(frameRate)
        }

        /// Places a picture at the index that the reader expects.
        mutating func place(_ pixels: PixelBuffer, isMissed: Bool, _ frameRate: FrameRate) -> PageFrame {
            defer { nextIndex += 1 }
            return PageFrame(
                index: nextIndex, time: frameRate.time(ofFrame: nextIndex), pixels: pixels, isMissed: isMissed)
        }
    }

    /// A step of the reader.
    private enum Step {
        case event(PageFrameEvent)
        /// Take a copy of this frame.
        case copy(Frame)
        case end
        case wait
    }

    /// The maximum number of events that wait: a page can send any number while the reader is busy.
    private static let mostEvents = 10_000

    private let frameRate: FrameRate
    private let state = Mutex(State())

    /// Creates an empty order.
    init(frameRate: FrameRate) { self.frameRate = frameRate }

    /// The error that ended the sequence, if any.
    var failure: (any Error)? { state.withLock { $0.failure } }

    // MARK: Writing

    /// Begins a take.
    ///
    /// - Parameter frameCount: Returns the number of its frames so far.
    func begin(frameCount: @escaping @Sendable () -> Int) {
        state.withLock { state in
            state.frameCount = frameCount
            state.signals.sent = 0
            state.isStopped = false
        }
    }

    /// Appends an event, which comes after the frames so far; leaves out progress, which the frames show.
    func append(_ event: RecordingEvent) {
        switch event {
        case .progress, .finishing: return
        default: break
        }
        let position = state.withLock { $0.frameCount }()
        wakeReader { state in
            if case .signal = event {
                state.signals.sent += 1
                guard state.signals.sent > state.signals.delivered else { return }
            }
            if state.events.count < Self.mostEvents { state.events.append((position, .event(event))) }
        }
    }

    /// Passes a frame to the reader, and waits until it has taken it.
    func deliver(_ frame: Frame) async {
        wakeReader { state in
            // Left out if the reader has it from an earlier take.
            if frame.index >= state.nextIndex, !state.isStopped { state.frame = frame }
        }
        await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                if state.frame != nil { state.writer = continuation }
                return state.frame == nil
            }
            if isTaken { continuation.resume() }
        }
    }

    /// Drops a failed take's frame and later ones, and its signals that the reader does not have.
    func stop() {
        let writer = state.withLock { state in
            state.isStopped = true
            state.frame = nil
            state.events.removeAll { if case .event(.signal) = $0.event { true } else { false } }
            return state.writer.take()
        }
        writer?.resume()
    }

    /// Ends the sequence after the frames and events so far.
    func finish(_ reason: ExitReason, frameCount: Int) { wakeReader { $0.end = (frameCount, reason) } }

    /// Ends the sequence after the events so far.
    func fail(_ error: any Error) {
        wakeReader { state in
            state.failure = error
            state.isOver = true
        }
    }

    private func wakeReader(after change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            return state.reader.take()
        }
        reader?.resume()
    }

    // MARK: Reading

    /// Waits for the next event; `nil` at the end.
    func next() async -> PageFrameEvent? {
        while true {
            switch state.withLock({ $0.nextStep(frameRate) }) {
            case .event(let event): return event
            case .copy(let frame): return .frame(copy(frame))
            case .end: return nil
            case .wait: await waitForChange()
            }
        }
    }

    /// Takes a frame with a copy of its picture, whose memory the page needs again.
    private func copy(_ frame: Frame) -> PageFrame {
        let last = state.withLock { $0.last }
        let copy = if let last, last.original === frame.pixels { last.copy } else { frame.pixels.copy() }
        let (placed, writer) = state.withLock { state in
            state.last = (copy, frame.pixels)
            let isMissed = frame.index != state.nextIndex
            // Otherwise it also stands for frames before it, which were missed.
            if !isMissed { state.frame = nil }
            return (state.place(copy, isMissed: isMissed, frameRate), isMissed ? nil : state.writer.take())
        }
        writer?.resume()
        return placed
    }

    private func waitForChange() async {
        await withCheckedContinuation { continuation in
            let hasChanged = state.withLock { state in
                if !state.hasStep { state.reader = continuation }
                return state.hasStep
            }
            if hasChanged { continuation.resume() }
        }
    }
}
