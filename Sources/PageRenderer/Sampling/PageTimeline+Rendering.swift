internal import EngineLink
internal import Frames

// Renders the page at a refresh of its display, and draws its pictures.

extension PageTimeline {
    /// Lets the page render once.
    ///
    /// - Returns: Whether the page came to rest.
    func refresh() async -> Bool {
        let isWaiting = view.isDamaged
        // Without a pending picture, the compositor makes the next one at once.
        if drawsLate && !isWaiting { await draw(isNew: false) }
        guard await render(until: drawsLate && isWaiting ? .display : nil) else { return false }
        guard drawsLate && isWaiting else { return true }
        await draw(isNew: true)
        return await settle()
    }

    /// Lets one refresh of the display through.
    ///
    /// - Parameter end: How far the page goes; by default until the picture that is to be drawn.
    /// - Returns: Whether the page came to rest.
    private func render(until end: VirtualClock.RefreshEnd? = nil) async -> Bool {
        let rendering = work?.begin(.render, frame: dueFrame)
        defer { rendering?.end() }
        view.refresh(endsAtPicture: !takesSnapshots)
        return await clock.settleAfterRefresh(until: end ?? (drawsLate || takesSnapshots ? .rest : .picture))
    }

    /// Waits until the page is idle after a picture.
    ///
    /// - Returns: Whether it became idle in time.
    private func settle() async -> Bool {
        let settling = work?.begin(.settle, frame: sampler.map { max(0, $0.frames - 1) })
        defer { settling?.end() }
        return await clock.settle()
    }

    /// Makes the compositor produce a picture of the page's current state.
    ///
    /// A page that has just loaded may have rendered twice before any of it was drawn. The
    /// compositor then holds the picture before this one.
    ///
    /// - Returns: Whether the page became idle in time.
    func catchUp() async -> Bool {
        guard view.options.rendering == .composited else {
            // A page that starts as soon as it is loaded has not painted yet, and does so only at
            // another refresh.
            for _ in 0..<2 where !view.hasPicture {
                guard await render() else { return false }
            }
            if !view.hasPicture { view.acceptFirstDrawing() }
            return true
        }
        guard drawsLate else { return true }
        // Do not loop until none is left: where the compositor runs an animation, there always is
        // another one.
        for _ in 0..<2 where view.isDamaged {
            await draw(isNew: true)
            guard await settle() else { return false }
        }
        return true
    }

    /// Whether a refresh's picture is drawn only at the next refresh.
    ///
    /// The compositor produces the next picture only after the current one has been drawn. If every
    /// picture were drawn immediately, the compositor would render each step of a CSS animation
    /// twice, first at the time of the previous refresh.
    var drawsLate: Bool { view.options.rendering == .composited && !takesSnapshots }

    private func draw(isNew: Bool) async {
        await drawClaimed(isNew: isNew)
        await sampler?.publishClaimed()
    }

    private func drawClaimed(isNew: Bool) async {
        if let sampler, takesSnapshots {
            await PageMessages.passing { await sampler.drawClaimed(isNew: isNew) }
        } else if let sampler {
            await sampler.drawClaimed(isNew: isNew)
        } else if isNew {
            view.takeOverPicture()
        }
    }

    /// Draws a painted page as it was painted at this refresh.
    ///
    /// Between refreshes there is nothing to draw, and a view without a picture would make the page
    /// render at once (DrawingAreaProxyCoordinatedGraphics.cpp).
    ///
    /// The page may paint again at the same instant, once its first picture has been accepted (up to 2.52)
    /// or drawn (from 2.54 on, NonCompositedFrameRenderer.cpp). Those pictures also show what later tasks
    /// have changed, so they are not part of this frame. None may stay held back, or all later pictures
    /// would be one frame late. So the refresh ends here: what its workers then do is drawn too.
    ///
    /// - Parameter isNew: Whether the view has a picture that it has not drawn.
    /// - Returns: Whether the page became idle in time.
    func drawAtOnce(isNew: Bool) async -> Bool {
        await draw(isNew: isNew)
        clock.shared.endRefresh()
        guard await settle() else { return false }
        for _ in 0..<Self.mostHeldPictures where isNew && view.isDamaged {
            await draw(isNew: true)
            guard await settle() else { return false }
        }
        return true
    }

    /// How many further pictures to expect after a drawn one: the page holds one back, and may
    /// render again when it continues.
    private static let mostHeldPictures = 3
}
