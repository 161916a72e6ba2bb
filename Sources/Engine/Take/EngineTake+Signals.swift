internal import EngineLink
internal import Frames
import Notation
internal import PageRenderer

// Handling of the page's signals and events.

extension EngineTake {
    /// Handles one event of the page.
    func handle(_ event: PageEvent) {
        if case .ended = state { return }
        switch event {
        case .committed: documentCommitted()
        case .loaded: documentLoaded()
        case .failed(let error): end(.failed(error))
        case .brokeOff(let text): documentBrokeOff(text)
        case .hung: pageHung()
        case .crashed: pageEnded("The page's process crashed")
        case .outgrewMemory:
            let limit = plan.options.memoryLimit ?? 0
            pageEnded("The page used more than \(limit >> 20) MiB of memory (--max-memory)")
        case .signalled(let event): handle(event)
        case .unknownMessage(let text):
            let hint = text.lowercased().nearest(in: PageSignal.words).map { " Did you mean '\($0)'?" } ?? ""
            mistake("The page sent the message '\(text)', which is no signal; it was ignored.\(hint)", at: pageTime)
        case .usesLayers(let what): noticeLayers(for: what)
        case .repeatsIDs: needDistinctDates()
        case .declined(let text), .unplayable(let text), .lacking(let text): warn(text)
        case .trapped(let text): mistake(text, at: pageTime)
        case .requested(let request): note(.request(request.report(since: pageBegan)))
        case .console(let line):
            let line = TimedConsoleLine(line, at: pageTime)
            if line.line.isPageError { errors.add(line) }
            if plan.options.reportsConsole { report(.console(line)) }
        }
    }

    private func handle(_ event: SignalEvent) {
        var time: RecordingTime?
        if case .recording(let sampler) = state { time = sampler.clock.time(at: event.instant) }
        takePictures(of: event.signal, at: event.instant)
        steps.note(event.signal)
        let reason = reasonToIgnore(event)
        switch (event.signal, state) {
        case _ where reason != nil: break
        case (.start, _):
            openGate(at: event.instant) { $0.signalled() }
            // The recording starts now unless another condition is still missing.
            if case .recording = state { time = .zero }
        // Continue until all pictures have been captured and all steps have been performed.
        case (.stop, _) where !plan.moments.isEmpty, (.cancel, _) where !plan.moments.isEmpty: break
        case (.stop, _): end(.reason(.stopped, at: event.instant))
        case (.cancel, _): end(.reason(.cancelled, at: event.instant))
        case (_, .recording(let sampler)): follow(event.signal, at: event.instant, sampler)
        case (.pause, _), (.resume, _), (.mark, _), (.caption, _): break
        }
        note(event, at: time, ignoredBecause: reason)
    }

    /// Does what a signal says during the recording.
    private func follow(_ signal: PageSignal, at instant: PageInstant, _ sampler: any Sampler) {
        switch signal {
        case .pause:
            sampler.pause(at: instant)
            sound?.pause(at: instant)
            note(.stands(at: sampler.clock.time(at: instant).sinceStart))
            scheduleLimit()
        case .resume:
            sampler.resume(at: instant)
            sound?.resume(at: instant)
            note(
                .runs(
                    from: sampler.clock.time(at: instant).sinceStart, pageTime: pageBegan.duration(to: instant)))
            course?.realign()
            scheduleLimit()
        case .mark(let name): mark(name, at: sampler.clock.time(at: instant))
        case .caption(let text, let duration): caption(text, for: duration, at: sampler.clock.time(at: instant))
        case .start, .stop, .cancel: break
        }
    }

    /// Does what a step says with the recording, as if the page had sent a signal.
    ///
    /// - Returns: Why it has no effect now, as a sentence; `nil` if it has one.
    func perform(_ signal: PageSignal) -> String? {
        guard plan.moments.isEmpty else {
            performForPictures(signal)
            return nil
        }
        guard case .recording(let sampler) = state else { return "The recording has not begun." }
        switch signal {
        case .pause where !sampler.clock.isRunning: return "The recording is paused already."
        case .resume where sampler.clock.isRunning: return "The recording is not paused."
        case .stop:
            end(.reason(.stopped, at: now))
            return nil
        default:
            if case .caption(let text, let duration) = signal {
                inputDisplay?.showCaption(text, from: now, for: duration)
            }
            follow(signal, at: now, sampler)
            return nil
        }
    }

    /// Why a signal has no effect now, as the end of a sentence; `nil` if it has one.
    private func reasonToIgnore(_ event: SignalEvent) -> String? {
        switch (event.signal, state) {
        case (.start, .waiting(let gate)):
            guard plan.start == .signal else { return "the recording begins when the page is loaded" }
            return gate.awaitsSignal ? nil : "it was sent before"
        case (.start, _): return "the recording has begun already"
        case (.cancel, _): return nil
        case (_, .waiting(let gate)):
            return "the recording has not begun\(gate.awaitsSignal ? Self.lostStartHint(event) : "")"
        case (.pause, .recording(let sampler)):
            return sampler.clock.isRunning ? nil : "the recording is paused already"
        case (.resume, .recording(let sampler)):
            return sampler.clock.isRunning ? "the recording is not paused" : nil
        default: return nil
        }
    }

    /// A hint for a signal without a start, which it may have overtaken.
    private static func lostStartHint(_ event: SignalEvent) -> String {
        guard event.channel == .navigation else {
            return ". If the page navigated to start in the same task, the message overtook that navigation: send "
                + "both as messages"
        }
        return ". If the page navigated to start in the same task, only the last navigation arrived: send signals "
            + "with window.webkit.messageHandlers.pagereel.postMessage('start'), which loses none"
    }

    private func note(_ event: SignalEvent, at time: RecordingTime?, ignoredBecause reason: String?) {
        let pageTime = pageBegan.duration(to: event.instant)
        if reportedSignals < Self.mostSignals {
            reportedSignals += 1
            report(
                .signal(RecordedSignal(event, time: time?.sinceStart, pageTime: pageTime, ignoredBecause: reason)))
        }
        // Only pictures are captured; there is no recording to warn about.
        guard let reason, plan.moments.isEmpty else { return }
        let text = "The page sent \(event.signal.word) at \(pageTime.text) of its time; it was ignored: \(reason)."
        // A redundant start signal is harmless, because the same page may also be recorded with a
        // start signal.
        if event.signal == .start, plan.start == .load { warn(text) } else { mistake(text, at: pageTime) }
    }

    private func mark(_ name: String, at time: RecordingTime) {
        guard isWithinLimit(&reportedChapters, "marks") else { return }
        report(.chapter(name: name.isEmpty ? "Chapter \(reportedChapters)" : name, start: time.sinceStart))
    }

    private func caption(_ text: String, for duration: Duration, at time: RecordingTime) {
        guard isWithinLimit(&reportedCaptions, "captions") else { return }
        report(.caption(text: text, start: time.sinceStart, duration: duration))
    }

    /// Counts what the video is to have, and says once that it has no more of it.
    private func isWithinLimit(_ count: inout Int, _ name: String) -> Bool {
        count += 1
        // Not left out, however many warnings there were.
        if count == Self.mostSignals + 1 {
            report(.warning("The page sent more than \(Self.mostSignals) \(name); the others are left out."))
        }
        return count <= Self.mostSignals
    }

    /// Warns of a mistake in the page's use of signals.
    func mistake(_ text: String, at time: Duration) {
        if reportedMistakes < Self.mostSignals {
            reportedMistakes += 1
            report(.mistake(SignalMistake(pageTime: time, text: text)))
        }
        warn(text)
    }

    /// - Parameter message: How the page's process ended.
    private func pageEnded(_ message: String) {
        switch state {
        case .waiting:
            end(.failed(PageError(.crashed, "\(message) before the recording began.")))
        case .recording:
            warn("\(message); the recording ends here.")
            end(.reason(.crashed, at: now))
        case .ended:
            break
        }
    }
}
