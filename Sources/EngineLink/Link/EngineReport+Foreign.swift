private import Notation

// What the engine reports has text that the page, a server or WebKit chose. All of it enters the command here, so that
// no other place has to clean it.

extension EngineReport {
    /// The report with cleaned text (``ForeignText``).
    var cleaned: EngineReport {
        switch self {
        case .take(let event): .take(event.cleaned)
        case .probed(.shown(let isDrawn, let answer)):
            .probed(.shown(isDrawn: isDrawn, answer: ForeignText.lines(answer)))
        case .probed(.failed(let error)): .probed(.failed(error.cleaned))
        case .probed: self
        }
    }
}

extension TakeEvent {
    /// The longest title, in Unicode scalars.
    private static let longestTitle = PageSignal.longestName

    fileprivate var cleaned: TakeEvent {
        switch self {
        case .progress(let progress): .progress(progress.cleaned)
        case .signalled(let signal): .signalled(signal.cleaned)
        case .chapter(let name, let start): .chapter(name: PageSignal.chapterName(name), start: start)
        case .mistake(let mistake): .mistake(mistake.cleaned)
        case .step(let outcome):
            .step(StepOutcome(outcome.step, outcome.status, because: outcome.reason.map { ForeignText.line($0) }))
        case .warning(let text): .warning(ForeignText.line(text))
        case .console(let line, let pageTime): .console(line.cleaned, pageTime: pageTime)
        case .ended(let result): .ended(result.cleaned)
        case .lostClock, .loading, .started, .still, .finishing: self
        }
    }

    fileprivate static func title(_ text: String) -> String { ForeignText.line(text, upTo: longestTitle) }
}

extension TakeProgress {
    fileprivate var cleaned: TakeProgress {
        TakeProgress(
            time: time, frames: frames, repeated: repeated, isPaused: isPaused, title: TakeEvent.title(title))
    }
}

extension TakeResult {
    fileprivate var cleaned: TakeResult {
        TakeResult(
            outcome: outcome.cleaned, frames: frames, repeated: repeated, title: TakeEvent.title(title),
            rendering: rendering, renderingReason: ForeignText.line(renderingReason), pageTime: pageTime, heard: heard,
            heardStreams: heardStreams)
    }
}

extension TakeResult.Outcome {
    fileprivate var cleaned: TakeResult.Outcome {
        switch self {
        case .failed(let error): .failed(error.cleaned)
        case .reason, .needsAnother: self
        }
    }
}

extension PageError {
    fileprivate var cleaned: PageError { PageError(code, ForeignText.line(message)) }
}

extension SignalMistake {
    fileprivate var cleaned: SignalMistake { SignalMistake(pageTime: pageTime, text: ForeignText.line(text)) }
}
