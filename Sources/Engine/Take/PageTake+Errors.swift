internal import EngineLink
internal import Frames
internal import PageRenderer

// What is said about the page's own errors.

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
