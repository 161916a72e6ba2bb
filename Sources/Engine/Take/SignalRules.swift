internal import EngineLink

/// What a signal does at which moment of a recording: the whole table.
struct SignalRules {
    /// What begins the recording.
    let start: RecordingStart

    /// Where a recording stands.
    enum Phase {
        /// It has not begun.
        ///
        /// - Parameter awaitsSignal: Whether the start signal is among what
        ///   is missing.
        case waiting(awaitsSignal: Bool)
        /// It runs, or is paused.
        case recording(isPaused: Bool)
    }

    /// What comes of a signal.
    enum Effect: Equatable {
        /// The start signal has come.
        case start
        /// The recording ends, and its file is finished.
        case stop
        /// The recording ends and nothing is written.
        case cancel
        case pause
        case resume
        case mark(name: String)
        /// Nothing; the text says why, as the end of a sentence.
        case ignored(String)
    }

    /// Finds what a signal does.
    func effect(of event: SignalEvent, in phase: Phase) -> Effect {
        switch (event.signal, phase) {
        case (.start, .waiting(let awaitsSignal)):
            guard start == .signal else { return .ignored("the recording begins when the page is loaded") }
            return awaitsSignal ? .start : .ignored("it was sent before")
        case (.start, .recording): return .ignored("the recording has begun already")
        case (.cancel, _): return .cancel
        case (_, .waiting(let awaitsSignal)):
            return .ignored("the recording has not begun\(awaitsSignal ? Self.lostStartHint(event) : "")")
        case (.stop, .recording): return .stop
        case (.pause, .recording(let isPaused)):
            return isPaused ? .ignored("the recording is paused already") : .pause
        case (.resume, .recording(let isPaused)):
            return isPaused ? .resume : .ignored("the recording is not paused")
        case (.mark(let name), .recording): return .mark(name: name)
        }
    }

    /// A signal that comes without its start may have overtaken it.
    private static func lostStartHint(_ event: SignalEvent) -> String {
        guard event.channel == .navigation else {
            return ". If the page navigated to start in the same task, the message overtook that navigation: send "
                + "both as messages"
        }
        return ". If the page navigated to start in the same task, only the last navigation arrived: send signals "
            + "with window.webkit.messageHandlers.pagereel.postMessage('start'), which loses none"
    }
}
