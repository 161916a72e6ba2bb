private import Dispatch
package import EngineLink
internal import Frames

/// Captures frames of a page at a fixed rate, on the real-time clock.
///
/// A strict Dispatch timer fires when the view shows the page as it was at the
/// frame's presentation time. The frame's index is derived from the clock when
/// the timer fires, not from a count of ticks, so a timer that is late by less
/// than half a frame still gets the right index.
@MainActor
package final class FrameSampler: Sampler {
    package private(set) var clock: RecordingClock
    package private(set) var frames = 0
    package private(set) var repeated = 0

    private let settings: SamplerSettings
    private let timer: any DispatchSourceTimer
    private var last: PixelBuffer?
    private var isTaking = false
    private var isStopping = false

    /// Starts capturing frames.
    package init(_ settings: SamplerSettings) {
        self.settings = settings
        clock = RecordingClock(start: settings.start)
        timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
        timer.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.tick() }
        }
        schedule()
        timer.activate()
    }

    isolated deinit { timer.cancel() }

    package func pause(at instant: PageInstant) {
        halt(at: instant)
        // The frames up to here would have been captured only later.
        let count = settings.frameRate.frameCount(for: clock.time(at: instant).sinceStart)
        if settings.capture == .view && frames < min(count, settings.limit) {
            draw(for: lastDue(at: instant, before: count))
        }
    }

    package func halt(at instant: PageInstant) {
        clock.pause(at: instant)
        schedule()
    }

    package func resume(at instant: PageInstant) {
        clock.resume(at: instant)
        schedule()
    }

    package func stop(at instant: PageInstant, pageIsAlive: Bool) async -> Int {
        clock.pause(at: instant)
        timer.cancel()
        // A frame is captured up to half a frame before its time is over, and a frame
        // that was sent cannot be taken back.
        let count = max(1, frames, settings.frameRate.frameCount(for: clock.time(at: instant).sinceStart))
        isStopping = true
        if pageIsAlive && (frames < count || last == nil) { await take(for: lastDue(at: instant, before: count)) }
        frames = count
        settings.queue.finish()
        return count
    }

    /// How far a picture lags behind the page, on average.
    ///
    /// A page's process composites on the display's next refresh and hands the picture over on the
    /// one after. Off screen that is one and a half of WebKit's 1/60 s. A snapshot, and a page that
    /// is painted directly, show the last refresh. This matches bar codes in the page that were
    /// read back from the video.
    private var latency: Duration {
        settings.capture == .view && settings.view.options.rendering == .composited
            ? .milliseconds(25) : .milliseconds(8)
    }

    /// Returns the frame index that matches a picture captured at an instant best.
    private func place(at instant: PageInstant) -> Int {
        settings.frameRate.frame(
            at: clock.time(at: instant).sinceStart - latency + settings.frameRate.middle(ofFrame: 0))
    }

    /// Returns the index of the last picture before a pause or the end.
    ///
    /// Later frames, which were not due yet, repeat it.
    private func lastDue(at instant: PageInstant, before count: Int) -> Int {
        min(count - 1, max(frames, place(at: instant)))
    }

    /// Sets the timer for the next frame to capture.
    private func schedule(after place: Int = -1) {
        let next = max(frames, place + 1)
        guard next < settings.limit,
            let instant = clock.instant(of: RecordingTime(ofFrame: next, at: settings.frameRate))
        else {
            timer.schedule(deadline: .distantFuture)
            return
        }
        let wait = PageInstant.realNow.duration(to: instant.advanced(by: latency)).wholeNanoseconds
        timer.schedule(deadline: .now() + .nanoseconds(max(0, wait)), leeway: .nanoseconds(0))
    }

    private func tick() {
        guard clock.isRunning else { return }
        let place = min(place(at: .realNow), settings.limit - 1)
        switch settings.capture {
        case .view:
            if place >= frames { draw(for: place) }
        case .snapshot:
            // While a snapshot is pending, this frame is missed; the next one counts it.
            if place >= frames && !isTaking { Task { await take(for: place) } }
        }
        schedule(after: place)
    }

    private func take(for place: Int) async {
        switch settings.capture {
        case .view:
            draw(for: place)
        case .snapshot:
            await takeSnapshot(for: place)
        }
    }

    private func draw(for place: Int) {
        if let overlay = settings.overlay { return draw(for: place, with: overlay) }
        guard settings.view.isDamaged || last == nil else { return publish(last, at: place, isNew: false) }
        // Before the page has a picture, the view is captured only if there is no later chance.
        guard settings.view.hasPicture || isStopping, let buffer = settings.pool.take() else {
            return publish(nil, at: place, isNew: true)
        }
        copyView(into: buffer, for: place)
        publish(buffer, at: place, isNew: true, changedIn: settings.view.takeChangedRows())
    }

    private func copyView(into buffer: PixelBuffer, for place: Int) {
        let copying = settings.work?.begin(.copy, frame: place)
        settings.view.draw(into: buffer)
        copying?.end()
    }

    private func draw(for place: Int, with overlay: FrameOverlay) {
        if settings.view.isDamaged || !overlay.hasPage {
            guard settings.view.hasPicture || isStopping, let page = overlay.pageMemory ?? settings.pool.take() else {
                return publish(nil, at: place, isNew: true)
            }
            copyView(into: page, for: place)
            overlay.setPage(page, changedIn: settings.view.takeChangedRows())
        }
        compose(with: overlay, at: place)
    }

    /// Makes a frame of the page's picture and what is seen over it, unless it equals the last one.
    private func compose(with overlay: FrameOverlay, at place: Int) {
        // What is seen lags as much as the page.
        let instant = PageInstant.realNow.advanced(by: .zero - latency)
        guard last == nil || overlay.differs(at: instant) else { return publish(last, at: place, isNew: false) }
        let drawing = settings.work?.begin(.overlay, frame: place)
        let frame = overlay.frame(at: instant, from: settings.pool)
        drawing?.end()
        publish(frame, at: place, isNew: true, changedIn: overlay.takeChangedRows())
    }

    private func takeSnapshot(for place: Int) async {
        if let overlay = settings.overlay { return await takeSnapshot(for: place, with: overlay) }
        guard settings.view.isDamaged || last == nil else { return publish(last, at: place, isNew: false) }
        guard let buffer = settings.pool.take() else { return publish(nil, at: place, isNew: true) }
        isTaking = true
        let outcome = await settings.view.snapshot(into: buffer, patience: settings.patience)
        isTaking = false
        if place >= frames { publish(outcome == .drawn ? buffer : nil, at: place, isNew: true) }
    }

    private func takeSnapshot(for place: Int, with overlay: FrameOverlay) async {
        if settings.view.isDamaged || !overlay.hasPage, let page = overlay.pageMemory ?? settings.pool.take() {
            isTaking = true
            let outcome = await settings.view.snapshot(into: page, patience: settings.patience)
            isTaking = false
            if outcome == .drawn { overlay.setPage(page, changedIn: settings.view.allRows) }
        }
        guard place >= frames else { return }
        if overlay.hasPage { compose(with: overlay, at: place) } else { publish(nil, at: place, isNew: true) }
    }

    /// Sends a picture to the queue and counts the missed frames.
    ///
    /// - Parameters:
    ///   - buffer: The picture; `nil` if there was no memory for it.
    ///   - place: The index of its frame.
    ///   - isNew: Whether the page had changed.
    ///   - rows: The rows in which the picture may differ from the one before (default: all).
    private func publish(_ buffer: PixelBuffer?, at place: Int, isNew: Bool, changedIn rows: RangeSet<Int>? = nil) {
        // There is no frame before the first picture, so it also replaces the missed frames.
        let index = last == nil ? 0 : place
        if isNew { repeated += max(0, place - frames) }
        frames = place + 1
        guard let buffer else {
            repeated += 1
            return
        }
        let changes = rows.flatMap { rows in last.map { PictureChanges(from: $0.id, in: rows) } }
        last = buffer
        if !settings.queue.offer(Frame(index: index, pixels: buffer, changes: changes)) && isNew { repeated += 1 }
    }
}
