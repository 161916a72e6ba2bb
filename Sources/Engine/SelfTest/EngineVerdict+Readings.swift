internal import EngineLink

// Evaluation of the self-test's frames, and of one source's readings.

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

extension SourceVerdict {
    /// Compares the readings of a source with the times of their frames.
    ///
    /// - Parameters:
    ///   - source: The source of time.
    ///   - readings: The reading of each frame, in order; `nil` for a missing frame.
    ///   - times: The frames' times, in milliseconds after the start.
    init(_ source: ClockSource, _ readings: [BarCodeReading?], at times: [Double]) {
        let values = readings.map { $0?.values[source] }
        let isRight = Self.rule(of: source, values, times)
        let wrong = zip(values, times).enumerated().filter { _, pair in pair.0.map { !isRight($0, pair.1) } ?? true }
        let fault = wrong.first.map { place, pair in
            let time = (pair.1 * 10).rounded() / 10
            guard let value = pair.0 else { return "frame \(place), at \(time) ms, shows none" }
            return "frame \(place), at \(time) ms, shows \(Self.text(of: value, source))"
        }
        self.init(source, exact: times.count - wrong.count, frames: times.count, fault: fault)
    }

    private static func text(of value: Double, _ source: ClockSource) -> String {
        switch source {
        case .script, .date, .frame: "\(Int(value)) ms"
        case .timers, .worker: "\(Int(value) & 0xfff) ms after \(Int(value) >> 12) calls"
        case .transform, .left: "\((value / BarCodePage.speed).rounded()) ms"
        case .mark: "another code"
        }
    }

    /// Returns a test of whether a value is right at a time.
    private static func rule(
        of source: ClockSource, _ values: [Double?], _ times: [Double]
    ) -> (_ value: Double, _ time: Double) -> Bool {
        switch source {
        case .script, .date, .frame:
            // Engines round their clocks, and the time origin, down to whole milliseconds. So all
            // frames show their time plus the same fraction of a millisecond, rounded down.
            let ahead = zip(values, times).compactMap { value, time in value.map { $0 - time } }.max() ?? 0
            let cut = min(max(ahead, 0), 0.999_999)
            return { $0 == ($1 + cut + 1e-6).rounded(.down) }
        case .timers, .worker:
            let interval = source == .timers ? BarCodePage.timerInterval : BarCodePage.workerInterval
            return { value, time in
                let (count, last) = (Int(value) >> 12, Double(Int(value) & 0xfff))
                // Rounding can add or remove a millisecond.
                return last <= time + 1 && last > time - Double(interval.upperBound) - 1
                    && last >= Double(count * interval.lowerBound) - 1
                    && last <= Double(count * interval.upperBound) + 1
            }
        case .transform, .left: return { abs($0 - $1 * BarCodePage.speed) <= tolerance }
        case .mark: return { value, _ in value == Double(BarCodePage.mark) }
        }
    }

    /// The tolerance of a box's position, in pixels.
    ///
    /// WebKit rounds most positions to whole pixels, and animation times to milliseconds.
    private static let tolerance = 1.0
}
