internal import Frames
internal import PageSampler

// Pictures that are taken at moments of their own, beside any video.

extension Recording {
    /// Has a picture taken at each time, from the document that now arrives.
    func scheduleMoments() {
        for moment in awaitedMoments {
            guard case .time(let time) = moment else { continue }
            let document = pageBegan
            awaitPicture(for: moment, at: document.advanced(by: time)) { [weak self] in self?.pageBegan == document }
        }
    }

    /// Has a picture taken if a signal is awaited.
    func takePictures(of event: SignalEvent) {
        for moment in awaitedMoments where moment.matches(event.signal) {
            awaitPicture(for: moment, at: event.instant) { true }
        }
    }

    private func awaitPicture(
        for moment: PictureMoment, at instant: RecordingClock.Instant, if isStillDue: @escaping @MainActor () -> Bool
    ) {
        let body: @MainActor () async -> Void = { [weak self] in
            guard isStillDue() else { return }
            await self?.takePicture(for: moment)
        }
        if let timeline {
            timeline.schedulePicture(at: instant, body)
        } else {
            let delay = SuspendingClock.now.duration(to: instant)
            timers.append(OneShotTimer(after: delay) { Task { await body() } })
        }
    }

    private func takePicture(for moment: PictureMoment) async {
        if case .ended = state { return }
        guard let view, awaitedMoments.contains(moment) else { return }
        if choice.isOpen, let need = await view.compositingNeed() {
            choice.isOpen = false
            choice.lateNeed = RenderingChoice.LateNeed(what: need, time: pageTime)
            return end(.needsLayers)
        }
        let pixels = PixelBuffer(size: plan.pageOptions.pixelSize, hasAlpha: plan.pageOptions.isTransparent)
        view.draw(into: pixels)
        awaitedMoments.removeAll { $0 == moment }
        onStill(Still(moment: moment, pageTime: pageTime, pixels: pixels))
        if awaitedMoments.isEmpty { end(.reason(.duration, at: now)) }
    }
}
