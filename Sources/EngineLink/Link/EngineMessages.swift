package import Frames
private import Notation

/// A request of the command to an engine.
package enum EngineRequest: Sendable, Codable {
    /// Prepare to show pages; the first request, once.
    case begin(EngineSetup)
    /// Show a page as planned, once; answered by events and by ``EngineReport/ended(_:)``.
    case take(TakePlan)
    /// End the take as the user would; frames so far are kept.
    case interrupt
    /// Run a probe; answered by ``EngineReport/probed(_:)``.
    case probe(EngineProbe)
}

/// A report of an engine to the command.
package enum EngineReport: Sendable, Codable {
    /// Something has happened while a page is followed.
    case event(RecordingEvent)
    /// A picture was taken.
    ///
    /// - Parameters:
    ///   - pageTime: The time since the page began to arrive.
    ///   - slot: The picture's slot in shared memory; the receiver releases it.
    ///   - area: The part of the picture that is wanted; `nil` for all of it.
    ///   - ignored: The parts of the whole picture that comparisons leave out.
    ///   - hiddenHeight: How much of the page is below the view, in CSS pixels; 0 if it was not measured.
    case still(
        PictureMoment, pageTime: Duration, slot: Int, area: StepPicture.Area?, ignored: [StepPicture.Area],
        hiddenHeight: Int)
    /// A picture was taken for a step.
    ///
    /// - Parameter slot: The picture's slot in shared memory; the receiver releases it.
    case stepStill(StepPicture, slot: Int)
    /// A part of the page's state when the take has ended as planned: its cookies, or the storage of an origin.
    ///
    /// An origin is a message, because a message has a limit.
    case state(PageState)
    /// What the recording's time was spent on since the last such report, if ``TakePlan/measuresWork`` is set.
    case work([WorkSpan])
    /// The take is over; nothing follows.
    case ended(TakeResult)
    /// The result of a probe.
    case probed(ProbeAnswer)
}

/// The display on which an engine shows pages.
package struct EngineSetup: Sendable, Codable {
    /// The display, such as `:1`.
    package let display: String
    /// The path of the display's X authority file.
    package let authorityFile: String
    /// A folder that only this engine uses and that its owner removes.
    package let runtimeFolder: String
    /// The size of the page in device pixels.
    package let pageSize: PixelSize
    /// The device pixel ratio.
    package let scale: Int
    /// Whether the page's process is expected to run in the sandbox.
    package let isSandboxed: Bool
    /// The size of the pictures in shared memory.
    package let frameSize: PixelSize
    /// Whether the pictures have transparency.
    package let hasAlpha: Bool
    /// The number of picture slots in shared memory.
    package let slotCount: Int

    /// Describes a setup.
    package init(
        display: String, authorityFile: String, runtimeFolder: String, pageSize: PixelSize, scale: Int,
        isSandboxed: Bool, frameSize: PixelSize, hasAlpha: Bool, slotCount: Int
    ) {
        self.display = display
        self.authorityFile = authorityFile
        self.runtimeFolder = runtimeFolder
        self.pageSize = pageSize
        self.scale = scale
        self.isSandboxed = isSandboxed
        self.frameSize = frameSize
        self.hasAlpha = hasAlpha
        self.slotCount = slotCount
    }
}

/// A test that an engine runs.
package enum EngineProbe: Sendable, Codable {
    /// Start a process in a sandbox like the page's.
    case confine
    /// Find the library of the page's virtual clock.
    case findClockLibrary
    /// Read the versions of the engine's libraries.
    case readVersions
    /// Show a page in real time and query it.
    ///
    /// - Parameters:
    ///   - file: The page; its upper left corner has a single color.
    ///   - color: That color as a number, with blue in the lowest byte.
    ///   - question: The body of a function that returns a string.
    ///   - patience: The timeout of the whole probe.
    case show(file: String, color: UInt32, isConfined: Bool, question: String, patience: Duration)
    /// Test the virtual clock with one engine variant.
    case testClock(EngineVariant, PageOptions)
}

/// The result of a probe.
package enum ProbeAnswer: Sendable, Codable {
    /// The probe succeeded.
    case works
    /// The versions of WebKitGTK, GStreamer and libsoup.
    case versions([LibraryVersion])
    /// Whether the picture has the expected color, and the string that the page returned.
    case shown(isDrawn: Bool, answer: String)
    /// The result of the virtual clock's self-test.
    case verdict(EngineVerdict)
    /// The probe failed.
    case failed(PageError)
}

// What the engine reports has text that the page, a server or WebKit chose. All of it enters the command here, so that
// no other place has to clean it.

extension EngineReport {
    /// The report with cleaned text (``ForeignText``).
    var cleaned: EngineReport {
        switch self {
        case .event(let event): .event(event.cleaned)
        case .ended(let result): .ended(result.cleaned)
        case .probed(.shown(let isDrawn, let answer)):
            .probed(.shown(isDrawn: isDrawn, answer: ForeignText.lines(answer)))
        case .probed(.failed(let error)): .probed(.failed(error.cleaned))
        case .stepStill(let picture, let slot): .stepStill(picture.cleaned, slot: slot)
        // Cookies and storage are not text for people: they are kept as they are, and never shown.
        case .still, .state, .work, .probed: self
        }
    }

    /// A document's title in one line, truncated and cleaned.
    fileprivate static func title(_ text: String) -> String { ForeignText.line(text, upTo: PageSignal.longestName) }
}

extension RecordingEvent {
    fileprivate var cleaned: RecordingEvent {
        switch self {
        case .progress(let progress): .progress(progress.cleaned)
        case .signal(let signal): .signal(signal.cleaned)
        case .chapter(let name, let start): .chapter(name: PageSignal.chapterName(name), start: start)
        case .caption(let text, let start, let duration):
            .caption(text: PageSignal.captionText(text), start: start, duration: duration)
        case .mistake(let mistake): .mistake(mistake.cleaned)
        case .step(let outcome): .step(outcome.cleaned)
        case .warning(let text): .warning(ForeignText.line(text))
        case .notice(let text): .notice(ForeignText.line(text))
        case .console(let line): .console(TimedConsoleLine(line.line.cleaned, at: line.pageTime))
        case .activity(let activity): .activity(activity.cleaned)
        case .lostClock, .loading, .started, .finishing: self
        }
    }
}

extension StepOutcome {
    fileprivate var cleaned: StepOutcome {
        StepOutcome(step, status, at: time, because: reason.map { ForeignText.line($0) })
    }
}

extension StepPicture {
    fileprivate var cleaned: StepPicture {
        var cleaned = self
        cleaned.outcome = outcome.cleaned
        cleaned.caption = caption.map { PageSignal.captionText($0) }
        return cleaned
    }
}

extension RecordingProgress {
    fileprivate var cleaned: RecordingProgress {
        var cleaned = self
        cleaned.title = EngineReport.title(title)
        return cleaned
    }
}

extension TakeResult {
    fileprivate var cleaned: TakeResult {
        var cleaned = self
        if case .failed(let error) = outcome { cleaned.outcome = .failed(error.cleaned) }
        cleaned.title = EngineReport.title(title)
        cleaned.renderingReason = ForeignText.line(renderingReason)
        return cleaned
    }
}

extension PageError {
    fileprivate var cleaned: PageError { PageError(code, ForeignText.line(message)) }
}

extension SignalMistake {
    fileprivate var cleaned: SignalMistake { SignalMistake(pageTime: pageTime, text: ForeignText.line(text)) }
}
