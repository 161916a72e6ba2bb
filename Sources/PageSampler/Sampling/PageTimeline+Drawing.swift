internal import EngineLink

// How the page renders at a refresh, and how its pictures are drawn.

extension PageTimeline {
    /// Lets the page render once.
    ///
    /// - Returns: Whether the page came to rest.
    func refresh() async -> Bool {
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
    func catchUp() async -> Bool {
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
    var drawsLate: Bool { view.options.rendering == .composited && sampler?.takesSnapshots != true }

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
    func drawAtOnce(isNew: Bool) async -> Bool {
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
