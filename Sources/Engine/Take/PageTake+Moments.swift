internal import EngineLink
internal import Frames
internal import PageRenderer

// Still pictures, captured at given moments.

extension PageTake {
    /// Schedules a picture at each time, counted from the document that arrives.
    func scheduleMoments() {
        for moment in awaitedMoments {
            guard case .time(let time) = moment else { continue }
            let document = pageBegan
            awaitPicture(for: moment, at: document.advanced(by: time)) { [weak self] in self?.pageBegan == document }
        }
    }

    /// Schedules a picture if one is to be captured at this signal.
    func takePictures(of event: SignalEvent) {
        for moment in awaitedMoments where moment.matches(event.signal) {
            awaitPicture(for: moment, at: event.instant) { true }
        }
    }

    private func awaitPicture(
        for moment: PictureMoment, at instant: PageInstant, if isStillDue: @escaping @MainActor () -> Bool
    ) {
        let body: @MainActor () async -> Void = { [weak self] in
            guard isStillDue() else { return }
            await self?.takePicture(for: moment)
        }
        if let timeline {
            timeline.schedulePicture(at: instant, body)
        } else {
            let delay = PageInstant.realNow.duration(to: instant)
            timers.append(OneShotTimer(after: delay) { Task { await body() } })
        }
    }

    private func takePicture(for moment: PictureMoment) async {
        if case .ended = state { return }
        guard let view, awaitedMoments.contains(moment) else { return }
        if choice.isOpen, let need = await view.compositingNeed() {
            return needLayers(for: need, at: pageTime)
        }
        guard await sender.waitForRoom(), awaitedMoments.contains(moment), let pixels = pool.take(),
            let slot = sender.hold(pixels)
        else { return }
        view.draw(into: pixels)
        awaitedMoments.removeAll { $0 == moment }
        report(.still(moment, pageTime: pageTime, slot: slot))
        if awaitedMoments.isEmpty { end(.reason(.duration, at: now)) }
    }
}
