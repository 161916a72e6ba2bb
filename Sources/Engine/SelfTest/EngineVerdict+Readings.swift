internal import EngineLink

// Evaluation of the self-test's frames.

extension EngineVerdict {
    /// Creates the result of a self-test without pictures.
    init(_ failure: Failure) { self.init(sources: [], failure: failure, isLate: false) }

    /// Evaluates the frames of a recording.
    ///
    /// - Parameters:
    ///   - readings: The reading of each frame, in order; `nil` for a missing frame.
    ///   - times: The frames' times, in milliseconds after the start.
    init(_ readings: [BarCodeReading?], at times: [Double]) {
        let sources = ClockSource.allCases.map { SourceVerdict($0, readings, at: times) }
        // All sources are one frame behind.
        let isLate =
            sources.contains { !$0.isExact }
            && ClockSource.allCases.allSatisfy {
                SourceVerdict($0, Array(readings.dropFirst()), at: times.dropLast()).isExact
            }
        self.init(sources: sources, failure: nil, isLate: isLate)
    }
}
