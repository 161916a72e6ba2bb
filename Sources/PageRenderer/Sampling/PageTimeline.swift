package import EngineLink
package import Frames

/// Advances a page's virtual time, from its loading to the end of its recording.
///
/// Time advances from one display refresh to the next, as fast as the page allows. The page renders
/// once at each refresh; if a frame is due, the sampler captures it.
@MainActor
package final class PageTimeline {
    /// What the timeline reports.
    package enum Event: Sendable {
        /// The page's time has advanced.
        case moved
        /// The page's time has been waiting for the network, for this long in real time.
        case held(Duration)
        /// A worker of the page computes endlessly; time advances without it.
        case leftWorker
        /// The page has an open connection, such as a WebSocket; time does not pass faster than the machine's.
        case keptPace
        /// The page has worked for long before the refresh at this instant; see ``PageOptions/reportsActivity``.
        case worked(Duration, at: PageInstant)
        /// The page did not become idle in time.
        case stuck
    }

    /// What captures frames; `nil` before the recording begins.
    private(set) var sampler: (any PacedSampler)?

    /// Whether pictures are snapshots, which the page makes by a task after its refresh, and for which it may
    /// display once more.
    package var takesSnapshots = false

    /// Whether to skip time in which the page is idle while there is no sampler.
    package var skipsRest = false

    /// What measures the page's work; `nil` for nothing.
    package var work: WorkMeter?

    /// Called once, when the page is idle before the recording's first frame.
    package var onStart: (@MainActor () async -> Void)?
    /// Called for each new picture of a painted page, when the page is idle and before the picture
    /// is drawn.
    package var onPicture: (@MainActor () -> Void)?

    let view: PageView
    let clock: VirtualClock
    private let onEvent: @MainActor (Event) -> Void
    /// The instant of refresh 0, and the number of the next refresh.
    ///
    /// A page starts at refresh 1. Refresh 0 would fall into the document's first millisecond, when
    /// it may not have been committed yet.
    private var refreshOrigin: PageInstant
    private var refreshes = 1
    private var heldSince: SuspendingClock.Instant?
    /// Consecutive steps in which the page did not want to render.
    private var restfulSteps = 0
    /// Tasks that are due before the page renders, and after.
    private var actions = Agenda<Void>()
    private var pictures = Agenda<Completion?>()
    private var running: Task<Void, Never>?
    /// Whether the clock advances to a target, which a task that is added now may precede.
    private var isAdvancing = false

    /// Creates a timeline; time stands still until ``start()``.
    ///
    /// - Parameters:
    ///   - view: The page.
    ///   - clock: Its clock.
    ///   - onEvent: Receives events on the main actor, until the page is closed.
    package init(view: PageView, clock: VirtualClock, onEvent: @escaping @MainActor (Event) -> Void) {
        self.view = view
        self.clock = clock
        // Closing the page ends the waits of a step, which does not mean that the page hangs.
        self.onEvent = { if view.isOpen { onEvent($0) } }
        refreshOrigin = clock.instant
    }

    /// Advances the time until ``stop()``.
    package func start() {
        running = Task { [weak self] in
            while !Task.isCancelled, let self {
                let goesOn = await PageMessages.held { await step() }
                if clock.takeEndlessWorker() { onEvent(.leftWorker) }
                if clock.takeLiveConnection() { onEvent(.keptPace) }
                guard goesOn else { return }
            }
        }
    }

    /// Stops the time without waiting.
    package func interrupt() {
        running?.cancel()
        clock.interrupt()
    }

    /// Stops the time after the current step.
    package func stop() async {
        running?.cancel()
        clock.interrupt()
        await running?.value
    }

    /// Captures frames from now on.
    package func take(with sampler: VirtualFrameSampler) { begin(sampler) }

    /// Counts frames from now on.
    package func take(with counter: FrameCounter) { begin(counter) }

    private func begin(_ sampler: any PacedSampler) {
        self.sampler = sampler
        clock.fix()
        realign()
    }

    /// Schedules a task for an instant, before the display's refresh at that instant.
    ///
    /// The page stands still while the task runs.
    ///
    /// Tasks for the same instant run in the order of the calls. A task for an instant in the past
    /// runs at the next step.
    package func schedule(at instant: PageInstant, _ body: @escaping @MainActor () async -> Void) {
        actions.add(at: instant, body)
        interruptStep()
    }

    /// What follows a picture, once the page may answer questions again.
    package typealias Completion = @MainActor () async -> Void

    /// Schedules a task for an instant, after the page has rendered.
    ///
    /// The view then has the picture that a video's frame would have. The page renders at this instant even
    /// if there is no refresh.
    ///
    /// - Parameter draw: Draws the picture; the page answers nothing meanwhile. It returns what follows.
    package func schedulePicture(at instant: PageInstant, _ draw: @escaping @MainActor () async -> Completion?) {
        pictures.add(at: instant, draw)
        interruptStep()
    }

    /// Ends the step in progress, which may be longer, so that the next one chooses its target anew.
    private func interruptStep() {
        if isAdvancing { clock.interrupt() }
    }

    /// Schedules a task for the display's next refresh, which may be at the present instant, after the page has rendered.
    ///
    /// - Parameter draw: Draws the picture; see ``schedulePicture(at:_:)``.
    package func schedulePictureAtRefresh(_ draw: @escaping @MainActor () async -> Completion?) {
        schedulePicture(at: nextRefresh, draw)
    }

    /// Aligns the display's refreshes with the next frame, so that each frame has
    /// a refresh at its own time.
    package func realign() {
        guard let next = sampler?.nextFrame else { return }
        refreshOrigin = next
        refreshes = 0
        interruptStep()
    }

    /// The index of the frame that is captured next; `nil` without one, as before the recording.
    var dueFrame: Int? { sampler.flatMap { $0.nextFrame == nil ? nil : $0.frames } }

    private var nextRefresh: PageInstant { instant(ofRefresh: refreshes) }

    private func instant(ofRefresh number: Int) -> PageInstant {
        refreshOrigin.advanced(by: clock.refreshRate.time(ofFrame: number) + (sampler == nil ? clock.offset : .zero))
    }

    /// The display's first refresh that is due at an instant or later, unless a recording begins before it.
    package func refresh(notBefore instant: PageInstant) -> PageInstant {
        var number = refreshes
        while self.instant(ofRefresh: number) < instant { number += 1 }
        return self.instant(ofRefresh: number)
    }

    /// Advances to the next refresh or frame, whichever is first.
    ///
    /// - Returns: Whether the page can continue.
    private func step() async -> Bool {
        skipRest()
        let target =
            [sampler?.nextFrame, actions.next, pictures.next].compactMap(\.self).reduce(nextRefresh) { min($0, $1) }
        isAdvancing = true
        let running = work?.begin(.run, frame: dueFrame)
        let outcome = await clock.advance(to: target)
        running?.end()
        isAdvancing = false
        switch outcome {
        case .reached: break
        case .interrupted: return true
        case .held:
            let since = heldSince ?? SuspendingClock.now
            heldSince = since
            onEvent(.held(since.duration(to: SuspendingClock.now)))
            return true
        case .stuck:
            onEvent(.stuck)
            return false
        }
        heldSince = nil
        if sampler?.nextFrame != nil, let onStart {
            self.onStart = nil
            await PageMessages.passing(onStart)
        }
        guard await doWhatIsDue(at: target) else {
            onEvent(.stuck)
            return false
        }
        restfulSteps = view.wantsRefresh || view.isDamaged ? 0 : restfulSteps + 1
        let isPictured = pictures.next.map { $0 <= target } ?? false
        let isRefresh = target == nextRefresh
        if isRefresh { refreshes += 1 }
        if isRefresh || isPictured {
            guard await refresh() else {
                onEvent(.stuck)
                return false
            }
        }
        // A recording that started in this refresh counts from the clock's exact microsecond, just
        // before the refresh's time.
        if let sampler, let next = sampler.nextFrame, next <= target {
            if sampler.frames == 0 {
                guard await catchUp() else {
                    onEvent(.stuck)
                    return false
                }
            }
            sampler.claimFrame()
        }
        let isNew = (isRefresh || isPictured) && view.isDamaged
        if isNew && !drawsLate { onPicture?() }
        guard let completions = await takePictures(dueAt: target) else {
            onEvent(.stuck)
            return false
        }
        if !drawsLate {
            guard await drawAtOnce(isNew: isNew) else {
                onEvent(.stuck)
                return false
            }
        }
        for completion in completions {
            await PageMessages.passing(completion)
            guard await clock.settle() else {
                onEvent(.stuck)
                return false
            }
        }
        guard sampler?.isStuck != true else {
            onEvent(.stuck)
            return false
        }
        if drawsLate { clock.shared.endRefresh() }
        if isRefresh { reportWork(at: target) }
        onEvent(.moved)
        return true
    }

    /// Reports a refresh for which the page needed long.
    private func reportWork(at instant: PageInstant) {
        guard let work = clock.stops?.takeWork(), work >= LongFrame.limit else { return }
        onEvent(.worked(work, at: instant))
    }

    /// Runs the tasks that are due before rendering.
    ///
    /// - Returns: Whether the page became idle in time.
    private func doWhatIsDue(at instant: PageInstant) async -> Bool {
        while let action = actions.takeFirst(dueAt: instant) {
            await PageMessages.passing(action)
            guard await clock.settle() else { return false }
        }
        return true
    }

    /// Runs the tasks that are due after rendering.
    ///
    /// - Returns: What follows them; `nil` if the page did not become idle in time.
    private func takePictures(dueAt instant: PageInstant) async -> [Completion]? {
        guard let next = pictures.next, next <= instant else { return [] }
        guard await catchUp() else { return nil }
        var completions: [Completion] = []
        while let draw = pictures.takeFirst(dueAt: instant) {
            if let completion = await draw() { completions.append(completion) }
        }
        return completions
    }

    /// Skips refreshes and frames while the page is idle: it does not want to render, and none of
    /// its threads is due to wake.
    ///
    /// A request to render arrives through this process, so it is known only a step later. What an open
    /// connection brings may come at any time.
    private func skipRest() {
        guard sampler?.skipsRest ?? skipsRest, restfulSteps > 1, !clock.keepsPace,
            let end = [clock.nextEvent, actions.next, pictures.next].compactMap(\.self).min()
        else { return }
        while nextRefresh < end { refreshes += 1 }
        sampler?.skip(to: end)
        restfulSteps = 0
    }
}
