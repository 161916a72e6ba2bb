internal import EngineLink
internal import Frames
internal import PageRenderer

/// Performs the steps of a take, one after another, each once, whatever documents follow one another.
///
/// A step runs as an ordinary function that lets the page's time pass in between. On the virtual clock the page stands
/// still otherwise: the course calls the runner at an instant, and goes on when the step lets time pass or ends.
@MainActor
final class StepRunner: StepPacing {
    private(set) weak var take: EngineTake?
    /// When the first document began to arrive; `nil` before.
    private var origin: PageInstant?
    /// The steps that have not begun, in their order.
    private var waiting: [PageStep]
    private var current: PageStep?
    /// What the steps are performed with, if viewers see it over the frames.
    private var shownInput: PageInput?
    /// Whether the picture of a step that has ended is being taken.
    private var isTakingPicture = false
    /// The number of steps whose end has been reported.
    private(set) var reportedSteps = 0
    /// The text of the last step `caption`, and until when it is shown.
    private var caption: (text: String, end: PageInstant)?
    /// Whether the picture of the first failure has been taken.
    var hasFailurePicture = false
    /// Whether the picture that was awaited last has been sent.
    var isPictureSent = false
    /// Until when the current step may wait for its element.
    private var deadline: PageInstant?
    /// Whether a step failed, so that those that follow it are not performed.
    private var hasFailed = false
    /// The words of the signals that came so far, and the names of marks.
    private var seenSignals: Set<String> = []
    private var routine: Task<Void, Never>?
    /// Continues the step, with whether the page is still followed.
    var whenDue: CheckedContinuation<Bool, Never>?
    /// Continues the page's time.
    private var whenResting: CheckedContinuation<Void, Never>?
    /// Continues the end of the take when no step is in progress.
    private var whenIdle: CheckedContinuation<Void, Never>?
    /// Whether the first step is being performed, or has a time that it waits for.
    private(set) var haveBegun = false
    /// Whether the page is no longer followed.
    private(set) var isStopped = false
    /// Whether all steps have been reported.
    private(set) var hasEnded = false

    /// Whether no step is waiting or in progress.
    var areDone: Bool { waiting.isEmpty && current == nil && !isTakingPicture }

    /// Plans the steps of a take.
    init(_ steps: [PageStep], of take: EngineTake) {
        waiting = PageStep.inOrder(steps)
        self.take = take
    }

    /// Begins with the first document that arrives.
    ///
    /// Later documents do not begin anew: a step may have had an effect outside the page.
    func begin() {
        guard origin == nil, let take, let view = take.view, let first = waiting.first else { return }
        let origin = take.pageBegan
        self.origin = origin
        haveBegun = first.time != nil
        let begin = origin.advanced(by: max(.zero, (first.time ?? .zero) - refreshInterval))
        take.course?.perform(at: begin) { [weak self] in
            guard let self, routine == nil else { return }
            let input = PageInput(for: view, pacing: self, display: take.inputDisplay, camera: take.camera)
            if take.plan.takesFrames, take.inputDisplay != nil { shownInput = input }
            await withCheckedContinuation { continuation in
                whenResting = continuation
                routine = Task { [weak self] in
                    await self?.run(with: input, from: origin)
                    self?.rest()
                }
            }
        }
    }

    /// Records a signal of the page, or the start of a recording without one.
    func note(_ signal: PageSignal) {
        guard seenSignals.count < EngineTake.mostSignals else { return }
        seenSignals.insert(signal.word)
        if let name = signal.name { seenSignals.insert(name) }
    }

    private func run(with input: PageInput, from origin: PageInstant) async {
        // --start-timeout limits this.
        while waiting.first?.time == nil, take?.isReadyForSteps == false {
            do throws(StepInterruption) { try await passRefresh() } catch { return }
        }
        haveBegun = true
        while !isStopped, let step = waiting.first {
            // A recording without its end would go on until --max-duration.
            if hasFailed, step.time == nil, step.action != .signal(.stop) {
                waiting.removeFirst()
                report(StepOutcome(step, .notReached, because: "The step before it failed."))
                continue
            }
            let due = step.time.map { origin.advanced(by: $0) }
            do throws(StepInterruption) {
                // An element is looked at before the step is due.
                if let due { try await pass(until: due.advanced(by: .zero - refreshInterval)) }
            } catch {
                return
            }
            waiting.removeFirst()
            await perform(step, with: input, notBefore: due ?? now)
            guard step.action == .signal(.stop), !hasFailed else { continue }
            // The end of the take reports the steps after it. Pictures may be later.
            guard take?.plan.moments.isEmpty == false else { return }
            for step in waiting {
                report(StepOutcome(step, .notReached, because: "\(StepOutcome.unreached)a step stop came before it."))
            }
            waiting = []
        }
        take?.endAfterPictures()
        take?.awaitReadiness()
        // What viewers see goes on following the page.
        while !isStopped, let shownInput {
            do throws(StepInterruption) {
                try await passWithoutLooking(until: refresh(notBefore: now.advanced(by: shownInput.followInterval)))
            } catch {
                return
            }
            await shownInput.followPage()
        }
    }

    private func perform(_ step: PageStep, with input: PageInput, notBefore due: PageInstant) async {
        guard let take else { return }
        current = step
        deadline = end(of: step, from: max(due, now))
        let outcome = await outcome(of: step, with: input, notBefore: due)
        current = nil
        isTakingPicture = true
        defer {
            isTakingPicture = false
            whenIdle?.resume()
            whenIdle = nil
        }
        // Waiting for the step may have taken too long.
        guard !hasEnded else { return }
        hasFailed = outcome.status == .failed
        if hasFailed, take.view?.isAlive != true {
            // What the step saw is the page's end, which is reported itself.
            return report(StepOutcome(step, .failed, because: StepOutcome.cutOff))
        }
        report(outcome)
        if hasFailed, let reason = outcome.reason {
            take.mistake("\(step.place) could not be done: \(reason)", at: step.time ?? pageTime)
        }
        await takePicture(after: outcome)
    }

    /// Performs a step.
    private func outcome(
        of step: PageStep, with input: PageInput, notBefore due: PageInstant
    ) async -> StepOutcome {
        var outcome = StepOutcome(step, .done)
        switch step.action {
        case .branch(let target, let steps):
            do throws(StepInterruption) {
                try await pass(until: due)
                let (isVisible, mistake) = await input.sees(target)
                if isVisible {
                    waiting.insert(contentsOf: steps, at: 0)
                } else {
                    outcome = StepOutcome(
                        step, mistake == nil ? .skipped : .failed, because: mistake ?? "\(target.title) is not visible."
                    )
                }
            } catch {
                outcome = StepOutcome(step, .failed, because: StepOutcome.cutOff)
            }
        case .wait(.signal(let name)), .expect(.signal(let name)):
            do throws(StepInterruption) {
                try await pass(until: due)
                while !seenSignals.contains(name), hasTime { try await passRefresh() }
                if !seenSignals.contains(name) {
                    outcome = StepOutcome(step, .failed, because: "The page did not send the signal \(name).")
                }
            } catch {
                outcome = StepOutcome(step, .failed, because: "The page ended without the signal \(name).")
            }
        case .signal(let signal):
            var reason: String?
            do throws(StepInterruption) {
                try await pass(until: due)
                while take?.hasBegun == false, hasTime { try await passRefresh() }
                reason = take?.perform(signal)
                if reason == nil, case .caption(let text, let length) = signal {
                    caption = (text, now.advanced(by: length))
                }
            } catch {
                reason = StepOutcome.cutOff
            }
            if let reason { outcome = StepOutcome(step, .failed, because: reason) }
        case .screenshot(let name, let target):
            if let reason = await takeScreenshot(name, of: target, for: step, with: input, notBefore: due) {
                outcome = StepOutcome(step, .failed, because: reason)
            }
        default:
            if let reason = await input.perform(step.action, notBefore: due) {
                outcome = StepOutcome(step, .failed, because: reason)
            }
        }
        return outcome
    }

    /// The text of a step `caption` that is shown now; `nil` if no caption is shown.
    var shownCaption: String? { caption.flatMap { $0.end > now ? $0.text : nil } }

    /// Until when a step may wait: steps with times keep them.
    private func end(of step: PageStep, from begin: PageInstant) -> PageInstant {
        let timeout = step.timeout ?? take?.plan.stepTimeout ?? .zero
        let end = begin.advanced(by: timeout)
        guard step.time != nil, let next = waiting.first?.time, let origin else { return end }
        return min(end, max(begin, origin.advanced(by: next)))
    }

    private func report(_ outcome: StepOutcome) {
        reportedSteps += 1
        take?.report(.step(timed(outcome)))
    }

    /// An outcome with the present time, unless the step was not reached.
    func timed(_ outcome: StepOutcome) -> StepOutcome {
        StepOutcome(
            outcome.step, outcome.status, at: outcome.status == .notReached ? nil : pageTime, because: outcome.reason)
    }

    var pageTime: Duration { origin?.duration(to: now) ?? .zero }

    /// The same, but not later than the end of the take.
    var timeOfPicture: Duration {
        guard case .reason(_, let end) = take?.ending, let origin else { return pageTime }
        return min(pageTime, origin.duration(to: end))
    }

    // MARK: The page's time

    var now: PageInstant { take?.now ?? .realNow }

    var refreshInterval: Duration {
        (take?.plan.refreshRate ?? take?.plan.frameRate ?? .thirty).time(ofFrame: 1)
    }

    func refresh(notBefore instant: PageInstant) -> PageInstant { take?.course?.refresh(notBefore: instant) ?? instant }

    var hasTime: Bool { !isStopped && deadline.map { now < $0 } ?? false }

    func pass(until instant: PageInstant) async throws(StepInterruption) {
        while let shownInput, !isStopped {
            let next = refresh(notBefore: now.advanced(by: shownInput.followInterval))
            guard next < instant else { break }
            try await passWithoutLooking(until: next)
            await shownInput.followPage()
        }
        try await passWithoutLooking(until: instant)
    }

    private func passWithoutLooking(until instant: PageInstant) async throws(StepInterruption) {
        guard !isStopped else { throw StepInterruption() }
        guard instant > now, let course = take?.course else { return }
        course.perform(at: instant) { [weak self] in await self?.resume() }
        let goesOn = await withCheckedContinuation { continuation in
            whenDue = continuation
            rest()
        }
        guard goesOn else { throw StepInterruption() }
    }

    /// Lets the step in progress act, until it lets time pass or all steps have ended.
    func resume() async {
        guard let continuation = whenDue else { return }
        whenDue = nil
        await withCheckedContinuation {
            whenResting = $0
            continuation.resume(returning: true)
        }
    }

    func rest() {
        whenResting?.resume()
        whenResting = nil
    }

    // MARK: The end

    /// Ends the steps, and reports those that were not performed.
    ///
    /// - Parameters:
    ///   - ending: Why the take ends.
    ///   - patience: How long a step in progress may take.
    func end(because ending: EngineTake.Ending, patience: Duration) async {
        var isPlanned = false
        var end = now
        if case .reason(let reason, let instant) = ending {
            isPlanned = [.stopped, .duration, .longestDuration, .cancelled].contains(reason)
            end = instant
        }
        isStopped = true
        whenDue?.resume(returning: false)
        whenDue = nil
        // A click may end the recording before the button is released.
        if isPlanned { await waitForStep(upTo: patience) }
        hasEnded = true
        if let step = current {
            report(StepOutcome(step, .failed, because: StepOutcome.cutOff))
        }
        let followed = "the page was followed for \((origin ?? take?.pageBegan ?? end).duration(to: end).text)"
        let missed = waiting.map { StepOutcome($0, .notReached, because: "\(StepOutcome.unreached)\(followed).") }
        missed.forEach(report)
        // Other endings say enough, and so does the command that takes pictures.
        guard isPlanned, let take, take.plan.moments.isEmpty else { return }
        for sentence in missed.missedSentences { take.mistake(sentence, at: take.endedAt) }
    }

    /// Waits for the step in progress.
    private func waitForStep(upTo patience: Duration) async {
        guard current != nil || isTakingPicture else { return }
        let limit = OneShotTimer(after: patience) { [weak self] in
            self?.whenIdle?.resume()
            self?.whenIdle = nil
        }
        await withCheckedContinuation { whenIdle = $0 }
        withExtendedLifetime(limit) {}
    }
}
