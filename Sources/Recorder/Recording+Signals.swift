internal import Encoder
internal import Frames
internal import PageSampler

// What the page says, and what comes of it.

extension Recording {
    /// Takes in one event of the page.
    func handle(_ event: PageEvent) {
        if case .ended = state { return }
        switch event {
        case .committed: documentCommitted()
        case .loaded: documentLoaded()
        case .failed(let error): end(.failure(error))
        case .crashed: pageCrashed()
        case .signalled(let event): handle(event)
        case .unknownMessage(let text):
            warn("The page sent the message \"\(text)\", which is no signal; it was ignored.")
        case .declined(let text), .trapped(let text): warn(text)
        case .console(let line): onEvent(.console(line))
        }
    }

    private func handle(_ event: SignalEvent) {
        note(event)
        switch (event.signal, state) {
        case (.start, .waiting(let gate)):
            guard plan.start == .signal else { return ignore(event, "the recording begins when the page is loaded") }
            guard gate.awaitsSignal else { return ignore(event, "it was sent before") }
            openGate(at: event.instant) { $0.signalled() }
            // Unless something else is still awaited, this is the beginning.
            if case .recording = state, let last = signals.indices.last { signals[last].time = .zero }
        case (.start, _): ignore(event, "the recording has begun already")
        case (.cancel, .waiting):
            end(.reason(.cancelled, at: event.instant))
        case (_, .waiting): ignore(event, "the recording has not begun\(lostStartHint(event))")
        case (.stop, _): end(.reason(.stopped, at: event.instant))
        case (.cancel, _): end(.reason(.cancelled, at: event.instant))
        case (.pause, .recording(let sampler)):
            guard sampler.clock.isRunning else { return ignore(event, "the recording is paused already") }
            sampler.pause(at: event.instant)
            scheduleLimit()
        case (.resume, .recording(let sampler)):
            guard !sampler.clock.isRunning else { return ignore(event, "the recording is not paused") }
            sampler.resume(at: event.instant)
            realign()
            scheduleLimit()
        case (.mark(let name), .recording(let sampler)):
            mark(name, at: sampler.clock.time(at: event.instant))
        case (_, .ended): break
        }
    }

    private func note(_ event: SignalEvent) {
        guard signals.count < Self.mostSignals else { return }
        var time: Duration?
        if case .recording(let sampler) = state { time = sampler.clock.time(at: event.instant) }
        signals.append(
            RecordingSummary.Signal(
                signal: event.signal, time: time, pageTime: pageBegan.duration(to: event.instant),
                channel: event.channel))
    }

    private func mark(_ name: String, at time: Duration) {
        guard chapters.count < Self.mostSignals else { return }
        chapters.append(Chapter(name: name.isEmpty ? "Chapter \(chapters.count + 1)" : name, start: time))
    }

    /// The most signals that are kept: a page may send them for ever.
    private static let mostSignals = 10_000

    private func ignore(_ event: SignalEvent, _ reason: String) {
        let time = pageBegan.duration(to: event.instant)
        warn("The page sent \(event.signal.word) at \(time.text) of its time; it was ignored: \(reason).")
    }

    /// A signal that comes without its start may have overtaken it.
    private func lostStartHint(_ event: SignalEvent) -> String {
        guard case .waiting(let gate) = state, gate.awaitsSignal else { return "" }
        guard event.channel == .navigation else {
            return ". If the page navigated to start in the same task, the message overtook that navigation: send "
                + "both as messages"
        }
        return ". If the page navigated to start in the same task, only the last navigation arrived: send signals "
            + "with window.webkit.messageHandlers.pagereel.postMessage('start'), which loses none"
    }

    private func pageCrashed() {
        switch state {
        case .waiting:
            end(.failure(PageError(.crashed, "The page's process crashed before the recording began.")))
        case .recording:
            warn("The page's process crashed; the recording ends here.")
            end(.reason(.crashed, at: now))
        case .ended:
            break
        }
    }
}

extension Duration {
    /// The length as a person reads it: `30 s`, `0.25 s`.
    package var text: String {
        let milliseconds = wholeNanoseconds / 1_000_000
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest != 0 else { return "\(seconds) s" }
        let digits = String(1000 + abs(rest)).dropFirst()
        return "\(seconds).\(digits) s"
    }
}
