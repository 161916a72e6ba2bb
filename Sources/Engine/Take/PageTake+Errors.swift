internal import EngineLink
internal import Frames
internal import PageRenderer

// What is said about the page's own errors, and about a page that shows nothing.

/// The errors of a page: their number, and the first.
struct PageErrors {
    /// The number of errors that no other warning names.
    private(set) var count = 0
    /// The first of them.
    private(set) var first: TimedConsoleLine?
    /// The first error of a script.
    private(set) var firstOfScript: TimedConsoleLine?

    /// Counts an error.
    mutating func add(_ error: TimedConsoleLine) {
        guard !error.line.isOtherwiseReported else { return }
        count += 1
        first = first ?? error
        if error.line.isScriptError { firstOfScript = firstOfScript ?? error }
    }
}

extension TimedConsoleLine {
    /// The error and its time, for a sentence.
    fileprivate var text: String {
        "at \(pageTime.preciseText) of its time: \(description.prefix(300))\(description.count > 300 ? "…" : "")"
    }
}

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

    /// Warns, at the end of the take, if WebKit has not painted the page because a file has not arrived.
    ///
    /// Before the load event, WebKit may wait for a style sheet, a script or a font. It never paints an empty page,
    /// which needs no warning.
    func warnOfNoPicture() {
        guard plan.takesFrames || !plan.moments.isEmpty, let view, !view.hasPicture,
            let request = view.unansweredRequests.first
        else { return }
        warn(
            "WebKit has not painted the page, so the recording is white. It may be waiting for the request for "
                + "\(request), which has no complete answer. Block such requests with --block.")
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
