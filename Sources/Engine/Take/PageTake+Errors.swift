internal import EngineLink
internal import Frames
internal import PageRenderer

// What is said about the page's own errors, and about a page that shows nothing.

extension PageTake {
    /// Warns of the page's errors, at the end of the take.
    func warnOfErrors() {
        guard let first = errors.first else { return }
        guard errors.count > 1 else {
            if hasWarnedOfStandstill { return }
            return warn("The page had an error \(first.text)")
        }
        let advice = plan.options.reportsConsole ? "" : " (--verbose shows all)"
        warn("The page had \(errors.count) errors\(advice), the first \(first.text)")
    }

    /// Warns of a page that WebKit has not painted because it waits for a file of it, at the end of the take.
    ///
    /// A page all of whose text is in a font that never arrives is one. A page without content is not painted either.
    func warnOfNoPicture() {
        guard plan.takesFrames || !plan.moments.isEmpty, let view, !view.hasPicture,
            let request = view.unansweredRequests.first
        else { return }
        warn(
            "WebKit has not painted the page, so all that is recorded is white. It waits for the request for \(request), "
                + "which has no complete answer. --block leaves such requests out.")
    }

    /// Warns, once, of a page whose script has failed and whose picture stands still, so that its stop may never come.
    func warnOfStandstill() {
        guard !hasWarnedOfStandstill, plan.takesFrames, plan.duration == nil, let error = errors.firstOfScript,
            case .recording(let sampler) = state, sampler.clock.isRunning,
            sender.unchangedFrames >= plan.frameRate.frameCount(for: Self.standstill)
        else { return }
        hasWarnedOfStandstill = true
        warn(
            "Nothing in the page has moved for \(Self.standstill.text), and a script of it has failed, so its stop may "
                + "never come. Ctrl-C ends the recording, --max-duration limits it. The script failed \(error.text)")
    }

    /// How long nothing moves before that is worth a warning, in the recording's time.
    private static let standstill = Duration.seconds(5)
}
