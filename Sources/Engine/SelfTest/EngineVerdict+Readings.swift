internal import EngineLink

// How the self-test's frames are judged.

extension EngineVerdict {
    /// A self-test without pictures.
    init(_ failure: Failure) { self.init(sources: [], failure: failure, isLate: false) }

    /// Judges what the frames of a recording show.
    ///
    /// - Parameters:
    ///   - readings: What each frame shows, in order; `nil` for a missing frame.
    ///   - times: Their times in milliseconds after the start.
    init(_ readings: [BarCodeReading?], at times: [Double]) {
        let sources = ClockSource.allCases.map { SourceVerdict($0, readings, at: times) }
        // All as they were a frame ago.
        let isLate =
            sources.contains { !$0.isExact }
            && ClockSource.allCases.allSatisfy {
                SourceVerdict($0, Array(readings.dropFirst()), at: times.dropLast()).isExact
            }
        self.init(sources: sources, failure: nil, isLate: isLate)
    }
}
