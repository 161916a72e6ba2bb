internal import EngineLink
internal import Frames
internal import PageRenderer

// Still pictures.

extension EngineTake {
    /// Schedules a picture at each time, counted from when the document arrives or its awaited element exists.
    func scheduleMoments(from origin: PageInstant) {
        for moment in awaitedMoments {
            guard case .time(let time) = moment else { continue }
            let document = pageBegan
            awaitPicture(for: moment, at: origin.advanced(by: time)) { [weak self] in self?.pageBegan == document }
        }
    }

    /// Schedules a picture if one is to be captured at this signal.
    func takePictures(of signal: PageSignal, at instant: PageInstant) {
        for moment in awaitedMoments where moment.matches(signal) { awaitPicture(for: moment, at: instant) { true } }
    }

    /// Does what a step says with the recording where only pictures are captured.
    func performForPictures(_ signal: PageSignal) {
        if case .caption(let text, let length) = signal { inputDisplay?.showCaption(text, from: now, for: length) }
        takePictures(of: signal, at: now)
    }

    /// Ends the take if all pictures have been captured and all steps have been performed.
    func endAfterPictures() {
        guard !plan.moments.isEmpty, awaitedMoments.isEmpty, steps.areDone else { return }
        end(.reason(.duration, at: now))
    }

    private func awaitPicture(
        for moment: PictureMoment, at instant: PageInstant, if isStillDue: @escaping @MainActor () -> Bool
    ) {
        course?.capture(at: instant) { [weak self] in
            guard isStillDue() else { return nil }
            return await self?.takePicture(for: moment)
        }
    }

    /// Draws a picture.
    ///
    /// - Returns: What reports it, unless the page has to be composited.
    private func takePicture(for moment: PictureMoment) async -> PageTimeline.Completion? {
        guard isAwaited(moment), await sender.waitForRoom(), isAwaited(moment), let view else { return nil }
        guard let pixels = pool.take() else {
            // Other pictures of this instant are still to be sent.
            return { [weak self] in await self?.takePicture(for: moment)?() }
        }
        drawOver(pixels) { view.draw(into: $0) }
        return { [weak self] in await self?.finish(pixels, of: moment) }
    }

    /// Sends a picture of what viewers see of the page now, which belongs to a step.
    ///
    /// - Returns: Whether it was sent; not without memory for it.
    func send(_ step: StepPicture) async -> Bool {
        guard await sender.waitForRoom(), let view, let pixels = pool.take() else { return false }
        drawOver(pixels) { view.copy(into: $0) }
        return sender.send(pixels, of: step)
    }

    /// Draws a picture of the page, and what viewers see over it.
    ///
    /// - Parameter drawPage: Draws the page's current picture.
    private func drawOver(_ pixels: PixelBuffer, _ drawPage: (PixelBuffer) -> Void) {
        if let overlay { overlay.compose(into: pixels, at: now, drawPage) } else { drawPage(pixels) }
    }

    private func isAwaited(_ moment: PictureMoment) -> Bool {
        if case .ended = state { false } else { awaitedMoments.contains(moment) }
    }

    private func finish(_ pixels: PixelBuffer, of moment: PictureMoment) async {
        guard isAwaited(moment) else { return }
        if choice.isOpen, let need = await view?.compositingNeed() {
            return needLayers(for: need, at: pageTime)
        }
        var area: StepPicture.Area?
        var ignored: [StepPicture.Area] = []
        do throws(PageError) {
            if let selector = plan.stillElement {
                area = try await view?.area(of: selector, in: pixels.size, at: pageTime)
            }
            for selector in plan.ignoredElements {
                ignored += try await ignoredAreas(of: selector, in: pixels.size)
            }
        } catch {
            return end(.failed(error))
        }
        let hidden = plan.measuresPage ? await view?.hiddenHeight() ?? 0 : 0
        guard isAwaited(moment),
            sender.send(pixels, of: moment, at: pageTime, area: area, ignored: ignored, hiddenHeight: hidden)
        else { return }
        awaitedMoments.removeAll { $0 == moment }
        endAfterPictures()
    }

    /// Finds the elements that comparisons leave out; warns if no element matches.
    private func ignoredAreas(
        of selector: String, in size: PixelSize
    ) async throws(PageError) -> [StepPicture.Area] {
        guard let found = try await view?.areas(of: selector, in: size, at: pageTime) else { return [] }
        if found.count == 0 {
            warn("No element matches --ignore '\(selector)' at \(pageTime.preciseText): nothing is left out for it.")
        }
        return found.areas
    }
}
