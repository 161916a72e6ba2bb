public import Frames
package import Notation

/// A time or a length of time on a timeline: in seconds or in frames.
public enum TimelineTime: Sendable, Hashable {
    /// Seconds; negative only from the first frame of a clip or sound.
    case seconds(Duration)
    /// Frames of the timeline; negative only from the first frame of a clip or sound.
    case frames(Int)

    /// The highest number of frames that is accepted: ten days at the highest frame rate.
    static let mostFrames = 120 * 86_400 * 10

    /// Reads `1.5s`, `1500ms`, `2m`, `1m30s`, `45f`, `00:01.5`, `1:02:03.25` or plain seconds; not negative.
    public init?(_ text: String) {
        if text.hasSuffix("f"), let count = Int(text.dropLast()) {
            guard (0...Self.mostFrames).contains(count) else { return nil }
            self = .frames(count)
        } else {
            guard let time = Duration(text: text), time >= .zero else { return nil }
            self = .seconds(time)
        }
    }

    /// Reads a time from the first frame of a clip or sound, with a minus sign before it.
    package init?(offset text: String) {
        let isNegative = text.hasPrefix("-")
        guard let distance = TimelineTime(isNegative ? String(text.dropFirst()) : text) else { return nil }
        self = isNegative ? distance.negated : distance
    }

    private var negated: TimelineTime {
        switch self {
        case .seconds(let time): .seconds(.zero - time)
        case .frames(let count): .frames(-count)
        }
    }

    /// Whether the time is before the first frame.
    private var isNegative: Bool {
        switch self {
        case .seconds(let time): time < .zero
        case .frames(let count): count < 0
        }
    }

    /// The length as a duration, to the nanosecond.
    public func duration(at rate: FrameRate) -> Duration {
        switch self {
        case .seconds(let time): time
        case .frames(let count): rate.exactTime(ofFrames: count)
        }
    }

    /// The length in frames, to the nearest.
    package func frames(at rate: FrameRate) -> Int {
        isNegative ? -negated.frames(at: rate) : rate.frameCount(for: duration(at: rate))
    }

    /// The length in samples of the timeline's sound, to the nearest.
    package func samples(at rate: FrameRate) -> Int {
        if isNegative { return -negated.samples(at: rate) }
        return switch self {
        case .seconds(let time): time.samples
        case .frames(let count): rate.samples(ofFrames: count)
        }
    }

    /// Whether the time is longer than zero.
    package var isPositive: Bool { !isZero && !isNegative }

    /// The time as it is written.
    package var text: String {
        switch self {
        case .seconds(let time): time.exactText
        case .frames(let count): "\(count)f"
        }
    }

    /// Whether the time is zero.
    package var isZero: Bool { self == .seconds(.zero) || self == .frames(0) }
}

extension Form where Value == TimelineTime {
    /// A time on a timeline.
    package static var timelineTime: Form {
        Form(
            "a time like 1.5s, 1500ms, 45f or 00:01.5", shape: .time(isSigned: false).or("[0-9]+f"), write: \.text
        ) { TimelineTime($0) }
    }
}

extension Form<TimelineTime> {
    /// A time on a timeline that is longer than zero.
    package static var positiveTimelineTime: Form {
        Form("a time greater than zero, like 1.5s, 250ms, 1m30s or 2f", write: \.text) { text in
            TimelineTime(text).flatMap { $0.isPositive ? $0 : nil }
        }
    }
}

extension FrameRate {
    /// The length of a number of frames, to the nearest nanosecond.
    ///
    /// A frame's own time is rounded down; sums of such times would end before the next frame.
    func exactTime(ofFrames count: Int) -> Duration {
        let product = Int128(count) * Int128(denominator) * 1_000_000_000
        return .nanoseconds(Int64((product + Int128(numerator) / 2) / Int128(numerator)))
    }
}

extension Duration {
    /// The length divided by a speed, to the nearest nanosecond.
    func divided(by speed: Double) -> Duration {
        speed == 1 ? self : .nanoseconds(Int64((Double(wholeNanoseconds) / speed).rounded()))
    }
}

/// A length on the canvas: `24` pixels, or `12%` of the canvas's side.
public enum CanvasLength: Sendable, Hashable {
    /// Canvas pixels.
    case pixels(Double)
    /// A fraction of the canvas's width or height; 1 is the full side.
    case part(Double)

    /// The largest magnitude of a length, in pixels or percent.
    private static let most = 100_000.0

    /// Reads `24`, `24px` or `12%`.
    public init?(_ text: String) {
        let isPart = text.hasSuffix("%")
        let digits = isPart ? text.dropLast() : text.hasSuffix("px") ? text.dropLast(2) : text[...]
        guard let number = Double(digits), abs(number) <= Self.most else { return nil }
        self = isPart ? .part(number / 100) : .pixels(number)
    }

    /// The length in canvas pixels.
    ///
    /// - Parameter whole: The canvas's width or height.
    package func pixels(of whole: Int) -> Double {
        switch self {
        case .pixels(let count): count
        case .part(let part): part * Double(whole)
        }
    }
}
