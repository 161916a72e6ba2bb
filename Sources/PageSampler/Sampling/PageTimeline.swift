public import EngineLink
internal import Frames

/// Moves the time of a page on, from its loading to the end of its recording.
///
/// The time goes from one refresh of the display to the next, as fast as the
/// page lets it. At each the page renders once; at those that are a frame's
/// time the sampler takes the frame.
@MainActor
public final class PageTimeline {
    /// What the timeline tells.
    public enum Event: Sendable {
        /// The page's time has moved on.
        case moved
        /// The page's time stands for the network, for so long of real time.
        case held(Duration)
        /// A worker of the page computes without end; time goes on without it.
        case leftWorker
        /// The page has not come to rest in time.
        case stuck
    }

    /// What takes frames; none before the recording has begun.
    private var sampler: (any PacedSampler)?

    /// Whether time in which the page rests may be passed over as long as
    /// there is no sampler.
    public var skipsRest = false

    /// Looks at the page once, when it has come to rest before the recording's
    /// first frame.
    public var onStart: (@MainActor () async -> Void)?
    /// Called each time that a page without layers has a new picture, when
    /// it has come to rest and before it is drawn.
    public var onPicture: (@MainActor () -> Void)?

    private let view: PageView
    private let clock: VirtualClock
    private let onEvent: @MainActor (Event) -> Void
    /// The instant of refresh 0, and the number of the next refresh.
    ///
    /// A page starts at refresh 1. Refresh 0 would fall into the document's
    /// first millisecond, when it may or may not have been committed.
    private var refreshOrigin: PageInstant
    private var refreshes = 1
    private var heldSince: SuspendingClock.Instant?
    /// Steps in a row in which nothing in the page wanted to render.
    private var restfulSteps = 0
    /// What is to be done before the page renders, and with its pictures.
    private var deeds = Agenda()
    private var pictures = Agenda()
    private var running: Task<Void, Never>?

    /// Prepares; time stands until ``start()``.
    ///
    /// - Parameters:
    ///   - view: The page.
    ///   - clock: Its clock.
    ///   - onEvent: Hears how it goes, on the main actor.
    public init(view: PageView, clock: VirtualClock, onEvent: @escaping @MainActor (Event) -> Void) {
        self.view = view
        self.clock = clock
        self.onEvent = onEvent
        refreshOrigin = clock.instant
    }

    /// Lets the time go on until ``stop()``.
    public func start() {
        running = Task { [weak self] in
            while !Task.isCancelled, let self {
                let goesOn = await step()
                if clock.takeEndlessWorker() { onEvent(.leftWorker) }
                guard goesOn else { return }
            }
        }
    }

    /// Ends the time where it stands, without waiting for it.
    public func interrupt() {
        running?.cancel()
        clock.interrupt()
    }

    /// Ends the time where it stands, once the present step is done.
    public func stop() async {
        running?.cancel()
        clock.interrupt()
        await running?.value
    }

    /// Takes frames from now on.
    public func take(with sampler: VirtualFrameSampler) { begin(sampler) }

    /// Counts frames from now on.
    public func take(with counter: FrameCounter) { begin(counter) }

    private func begin(_ sampler: any PacedSampler) {
        self.sampler = sampler
        clock.fix()
        realign()
    }

    /// Does something when the page's time has come to an instant, before the
    /// display's refresh of that instant; the page rests meanwhile.
    ///
    /// What is due at the same instant is done in the order of the calls, and
    /// what is due already at the next step.
    public func schedule(at instant: PageInstant, _ body: @escaping @MainActor () async -> Void) {
        deeds.add(at: instant, body)
        // A longer step may be under way.
        clock.interrupt()
    }

    /// Does something as soon as the page has rendered at an instant; the page
    /// rests meanwhile, and the view holds its picture.
    ///
    /// The page renders at an instant that has no refresh of its own as well.
    public func schedulePicture(at instant: PageInstant, _ body: @escaping @MainActor () async -> Void) {
        pictures.add(at: instant, body)
        clock.interrupt()
    }

    /// Counts the display's refreshes from the next frame on, so that each
    /// frame has one at its own time.
    public func realign() {
        guard let next = sampler?.nextFrame else { return }
        refreshOrigin = next
        refreshes = 0
        clock.interrupt()
    }

    private var nextRefresh: PageInstant {
        refreshOrigin.advanced(by: clock.refreshRate.time(ofFrame: refreshes) + (sampler == nil ? clock.offset : .zero))
    }

    /// Goes on to the next refresh or frame, whichever is first.
    ///
    /// - Returns: Whether the page can go on.
    private func step() async -> Bool {
        skipRest()
        let target =
            [sampler?.nextFrame, deeds.next, pictures.next].compactMap(\.self).reduce(nextRefresh) { min($0, $1) }
        switch await clock.advance(to: target) {
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
            await onStart()
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
        // A recording that this refresh began counts from the clock's own
        // microsecond, just before the refresh's time.
        if let sampler, let next = sampler.nextFrame, next <= target {
            if sampler.frames == 0 {
                guard await catchUp() else {
                    onEvent(.stuck)
                    return false
                }
            }
            sampler.claimFrame()
        }
        if !drawsLate {
            let isNew = (isRefresh || isPictured) && view.isDamaged
            if isNew { onPicture?() }
            guard await drawAtOnce(isNew: isNew) else {
                onEvent(.stuck)
                return false
            }
        }
        guard await takePictures(dueAt: target), sampler?.isStuck != true else {
            onEvent(.stuck)
            return false
        }
        onEvent(.moved)
        return true
    }

    /// Does what is due.
    ///
    /// - Returns: Whether the page came to rest.
    private func doWhatIsDue(at instant: PageInstant) async -> Bool {
        while let deed = deeds.takeFirst(dueAt: instant) {
            await deed()
            guard await clock.settle() else { return false }
        }
        return true
    }

    /// Has taken what pictures are due, which the view now holds.
    ///
    /// - Returns: Whether the page came to rest.
    private func takePictures(dueAt instant: PageInstant) async -> Bool {
        guard let next = pictures.next, next <= instant else { return true }
        guard await catchUp() else { return false }
        while let deed = pictures.takeFirst(dueAt: instant) { await deed() }
        return await clock.settle()
    }

    /// Passes over the refreshes and frames before which nothing happens: the
    /// page does not want to render, and no thread of it is to be woken.
    ///
    /// What wants to render says so by way of this process, so that it is
    /// known only a step later.
    private func skipRest() {
        guard sampler?.skipsRest ?? skipsRest, restfulSteps > 1,
            let end = [clock.nextEvent, deeds.next, pictures.next].compactMap(\.self).min()
        else { return }
        while nextRefresh < end { refreshes += 1 }
        sampler?.skip(to: end)
        restfulSteps = 0
    }

    /// Lets the page render once.
    ///
    /// - Returns: Whether the page came to rest.
    private func refresh() async -> Bool {
        let isWaiting = view.isDamaged
        // With no picture waiting the compositor makes the next one at once.
        if drawsLate && !isWaiting { await draw(isNew: false) }
        guard await render() else { return false }
        guard drawsLate && isWaiting else { return true }
        await draw(isNew: true)
        return await clock.settle()
    }

    /// Lets one refresh of the display through.
    ///
    /// - Returns: Whether the page came to rest.
    private func render() async -> Bool {
        view.refresh()
        return await clock.settle()
    }

    /// Lets the compositor make the picture of the page as it stands.
    ///
    /// A page that has just been loaded may have rendered twice before any of
    /// it was drawn. The compositor then holds the picture before this one.
    ///
    /// - Returns: Whether the page came to rest.
    private func catchUp() async -> Bool {
        guard view.options.rendering == .composited else {
            // A page that starts as soon as it is loaded has painted nothing
            // yet, and does so only at another refresh.
            for _ in 0..<2 where !view.hasPicture {
                guard await render() else { return false }
            }
            if !view.hasPicture { view.acceptFirstDrawing() }
            return true
        }
        guard drawsLate else { return true }
        // Not until there are no more: where the compositor runs an animation,
        // there always is another one.
        for _ in 0..<2 where view.isDamaged {
            await draw(isNew: true)
            guard await clock.settle() else { return false }
        }
        return true
    }

    /// Whether a refresh's picture is drawn only at the next one.
    ///
    /// The compositor keeps a picture as it is until it has been drawn, and
    /// makes none meanwhile. Drawn at once, each would be made twice where the
    /// compositor itself runs a page's animations: it makes one after another,
    /// the first of them still at the time before.
    private var drawsLate: Bool { view.options.rendering == .composited && sampler?.takesSnapshots != true }

    private func draw(isNew: Bool) async {
        await drawClaimed(isNew: isNew)
        await sampler?.publishClaimed()
    }

    private func drawClaimed(isNew: Bool) async {
        if let sampler {
            await sampler.drawClaimed(isNew: isNew)
        } else if isNew {
            view.takeOverPicture()
        }
    }

    /// Draws a painted page as it stands.
    ///
    /// Between refreshes there is nothing to draw. A view that has no picture
    /// yet would have the page render at once (DrawingAreaProxyCoordinatedGraphics.cpp).
    ///
    /// From WebKitGTK 2.54 on a page that is painted sends its next picture
    /// only when the one before has been drawn (NonCompositedFrameRenderer.cpp).
    /// One that waited for this drawing is of this instant too, and later; it
    /// takes the place of the first. None may be left to wait: the pictures
    /// after it would all come one late.
    ///
    /// - Parameter isNew: Whether the view has a picture that it has not drawn.
    /// - Returns: Whether the page came to rest.
    private func drawAtOnce(isNew: Bool) async -> Bool {
        await drawClaimed(isNew: isNew)
        guard await clock.settle() else { return false }
        for _ in 0..<Self.mostHeldPictures where isNew && view.isDamaged {
            await drawClaimed(isNew: true)
            guard await clock.settle() else { return false }
        }
        await sampler?.publishClaimed()
        return true
    }

    /// How many pictures are looked for behind a drawn one: the page holds one,
    /// and may have rendered again when it was let go.
    private static let mostHeldPictures = 3
}
