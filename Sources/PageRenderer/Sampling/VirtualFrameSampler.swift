package import EngineLink
internal import Frames

/// Captures frames of a page on the virtual clock.
///
/// Each frame shows the page at exactly the frame's presentation time: the page
/// stands still while it is drawn, and waits for the encoder. No frame is
/// dropped. ``PageTimeline`` says when to capture.
@MainActor
package final class VirtualFrameSampler: PacedSampler {
    /// The recording's time, which is the page's.
    package private(set) var clock: RecordingClock
    package private(set) var frames = 0
    /// Frames before the page's first picture.
    package private(set) var repeated = 0
    /// Whether the page did not respond to a request for a snapshot.
    private(set) var isStuck = false

    private let settings: SamplerSettings
    private var last: PixelBuffer?
    /// The picture of the last frame (``PixelBuffer/id``), and the rows in which `last` may differ from it.
    private var sent: (picture: Int, changedRows: RangeSet<Int>)?
    /// The picture of the claimed frames, not yet sent.
    private var drawn: PixelBuffer?
    /// Whether the page has had a newer picture since, in a pause or between two frames.
    private var isLastOld = false
    private var isFirst = true
    /// Frames that are due but not sent yet.
    private var claimed = 0

    /// Creates a sampler; ``PageTimeline`` requests each frame.
    package init(_ settings: SamplerSettings) {
        self.settings = settings
        clock = RecordingClock(start: settings.start)
    }

    var nextFrame: PageInstant? {
        frames < settings.limit ? clock.instant(of: RecordingTime(ofFrame: frames, at: settings.frameRate)) : nil
    }

    /// Always false: a video has every frame.
    var skipsRest: Bool { false }

    func skip(to instant: PageInstant) {}

    func claimFrame() {
        guard nextFrame != nil else { return }
        frames += 1
        claimed += 1
    }

    func drawClaimed(isNew: Bool) async {
        if claimed > 0 {
            if isNew || isLastOld || !(settings.overlay?.hasPage ?? (last != nil)) { await takePicture() }
        } else if isNew {
            settings.view.takeOverPicture()
            isLastOld = true
        }
    }

    func publishClaimed() async {
        for place in (frames - claimed)..<frames { await publish(at: place) }
        claimed = 0
        drawn = nil
    }

    private func takePicture() async {
        guard let buffer = await bufferToDraw() else { return }
        drawn = buffer
        isLastOld = false
        let copying = settings.work?.begin(.copy, frame: frames - 1)
        defer { copying?.end() }
        switch settings.capture {
        case .view:
            settings.view.draw(into: buffer)
            notePicture(buffer)
        case .snapshot:
            switch await settings.view.snapshot(into: buffer, patience: settings.patience) {
            case .drawn: notePicture(buffer)
            case .none: break
            case .unanswered: isStuck = true
            }
            settings.view.takeOverPicture()
        }
    }

    private func notePicture(_ picture: PixelBuffer) {
        guard settings.view.hasPicture else { return }
        // Frames are made of it when they are published.
        let rows = settings.capture == .view ? settings.view.takeChangedRows() : settings.view.allRows
        if let overlay = settings.overlay {
            overlay.setPage(picture, changedIn: rows)
        } else {
            last = picture
            noteChanges(in: rows)
        }
    }

    private func noteChanges(in rows: RangeSet<Int>) {
        sent?.changedRows.formUnion(rows)
    }

    /// The memory for the claimed frames' picture, not shared with others yet.
    private func bufferToDraw() async -> PixelBuffer? {
        if let buffer = drawn ?? settings.overlay?.pageMemory { return buffer }
        guard await waitForRoom() else { return nil }
        return settings.pool.take()
    }

    private func waitForRoom() async -> Bool {
        let waiting = settings.work?.begin(.wait, frame: frames - 1)
        defer { waiting?.end() }
        return await settings.queue.waitForRoom()
    }

    /// Makes a frame of the page's picture and what is seen over it, unless it equals the last one.
    private func compose(with overlay: FrameOverlay, at place: Int) async {
        let instant =
            clock.instant(of: RecordingTime(ofFrame: place, at: settings.frameRate)) ?? settings.view.now
        guard overlay.hasPage, last == nil || overlay.differs(at: instant), await waitForRoom() else { return }
        let drawing = settings.work?.begin(.overlay, frame: place)
        defer { drawing?.end() }
        guard let frame = overlay.frame(at: instant, from: settings.pool) else { return }
        last = frame
        noteChanges(in: overlay.takeChangedRows())
    }

    private func publish(at place: Int) async {
        if let overlay = settings.overlay { await compose(with: overlay, at: place) }
        guard let last else {
            repeated += 1
            return
        }
        // There is no frame before the first picture, so it also replaces the frames that had none.
        let changes = sent.map { PictureChanges(from: $0.picture, in: $0.changedRows) }
        await settings.queue.send(Frame(index: isFirst ? 0 : place, pixels: last, changes: changes))
        sent = (last.id, RangeSet())
        isFirst = false
    }

    private func drawEmpty(into buffer: PixelBuffer, at instant: PageInstant) {
        guard let overlay = settings.overlay else { return settings.view.draw(into: buffer) }
        overlay.compose(into: buffer, at: instant) { settings.view.draw(into: $0) }
    }

    package func pause(at instant: PageInstant) { clock.pause(at: instant) }
    package func halt(at instant: PageInstant) { clock.pause(at: instant) }
    package func resume(at instant: PageInstant) { clock.resume(at: instant) }

    package func stop(at instant: PageInstant, pageIsAlive: Bool) async -> Int {
        clock.pause(at: instant)
        if pageIsAlive {
            await drawClaimed(isNew: settings.view.isDamaged)
            await publishClaimed()
        }
        if isFirst, await settings.queue.waitForRoom(), let buffer = last ?? settings.pool.take() {
            // The page never had a picture: the frame is white, as an empty page.
            if last == nil { drawEmpty(into: buffer, at: instant) }
            await settings.queue.send(Frame(index: 0, pixels: buffer))
        }
        frames = max(1, frames)
        settings.queue.finish()
        return frames
    }
}
