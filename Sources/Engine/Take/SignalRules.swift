internal import EngineLink

/// The effect of each signal in each phase of a recording.
struct SignalRules {
    /// The event that starts the recording.
    let start: RecordingStart

    /// The phase of a recording.
    enum Phase {
        /// The recording has not started.
        ///
        /// - Parameter awaitsSignal: Whether the start signal is still missing.
        case waiting(awaitsSignal: Bool)
        /// The recording runs or is paused.
        case recording(isPaused: Bool)
    }

    /// The effect of a signal.
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
        /// No effect; the text says why, as the end of a sentence.
        case ignored(String)
    }

    /// Determines the effect of a signal.
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

    /// A hint for a signal without a start, which it may have overtaken.
    private static func lostStartHint(_ event: SignalEvent) -> String {
        guard event.channel == .navigation else {
            return ". If the page navigated to start in the same task, the message overtook that navigation: send "
                + "both as messages"
        }
        return ". If the page navigated to start in the same task, only the last navigation arrived: send signals "
            + "with window.webkit.messageHandlers.pagereel.postMessage('start'), which loses none"
    }
}
