/// A frame rate: an exact rational number of frames per second.
///
/// Every time in a recording derives from an integer frame index and this number,
/// so errors do not accumulate, however long the recording is.
public struct FrameRate: Sendable, Hashable, Codable {
    /// The number of frames in ``denominator`` seconds; positive, reduced.
    public let numerator: Int
    /// The duration of ``numerator`` frames in seconds; positive, reduced.
    public let denominator: Int

    /// The accepted rates, in frames per second.
    public static let range = 1...120

    /// Creates a rate from a fraction; `nil` outside ``range``.
    public init?(numerator: Int, denominator: Int = 1) {
        guard numerator > 0, denominator > 0,
            numerator <= 1_000_000_000, denominator <= 1_000_000_000,
            numerator >= Self.range.lowerBound * denominator,
            numerator <= Self.range.upperBound * denominator
        else { return nil }
        let divisor = greatestCommonDivisor(numerator, denominator)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// 30 frames per second, the default.
    public static let thirty = FrameRate(exactly: 30)

    private init(exactly rate: Int) { (numerator, denominator) = (rate, 1) }

    /// Parses `30`, `12.5`, `29.97` or `30000/1001`.
    ///
    /// The decimal names of the NTSC family stand for their exact fractions (29.97
    /// is 30000/1001: SMPTE ST 170, ITU-R BT.1700).
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.count {
        case 2:
            guard let numerator = Int(parts[0]), let denominator = Int(parts[1]) else { return nil }
            self.init(numerator: numerator, denominator: denominator)
        case 1:
            if let broadcast = Self.broadcastRates[text] {
                self.init(numerator: broadcast, denominator: 1001)
                return
            }
            guard let decimal = Self.decimalFraction(text) else { return nil }
            self.init(numerator: decimal.numerator, denominator: decimal.denominator)
        default:
            return nil
        }
    }

    private static let broadcastRates = [
        "14.985": 15_000, "23.976": 24_000, "23.98": 24_000, "29.97": 30_000, "47.952": 48_000,
        "59.94": 60_000, "119.88": 120_000,
    ]

    private static func decimalFraction(_ text: String) -> (numerator: Int, denominator: Int)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let digits = parts.first, (1...2).contains(parts.count) else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard parts.count == 1 || (1...6).contains(fraction.count),
            text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let numerator = Int(digits + fraction)
        else { return nil }
        var denominator = 1
        for _ in fraction { denominator *= 10 }
        return (numerator, denominator)
    }
}

// MARK: - Frames and time

extension FrameRate {
    /// The presentation time of a frame, from the start of the recording, rounded
    /// down to the nanosecond.
    public func time(ofFrame index: Int) -> Duration {
        .nanoseconds(scale(index, by: denominator, 1_000_000_000, over: numerator, rounding: .down))
    }

    /// The time halfway between a frame and the next one.
    public func middle(ofFrame index: Int) -> Duration {
        .nanoseconds(scale(2 * index + 1, by: denominator, 1_000_000_000, over: 2 * numerator, rounding: .down))
    }

    /// The frame that is shown at a time: the last one whose ``time(ofFrame:)`` is not later.
    public func frame(at time: Duration) -> Int {
        // Frame times are rounded down to the nanosecond.
        scale(time.wholeNanoseconds + 1, by: numerator, 1, over: 1_000_000_000 * denominator, rounding: .below)
    }

    /// The number of frames in a length of time, to the nearest frame.
    public func frameCount(for length: Duration) -> Int {
        scale(length.wholeNanoseconds, by: numerator, 1, over: 1_000_000_000 * denominator, rounding: .nearest)
    }

    /// Returns the number of audio samples with the duration of some frames, to the nearest sample.
    ///
    /// - Parameters:
    ///   - frames: The number of frames.
    ///   - sampleRate: Samples per second.
    public func sampleCount(forFrames frames: Int, sampleRate: Int) -> Int {
        scale(frames, by: denominator, sampleRate, over: numerator, rounding: .nearest)
    }
}

extension FrameRate: CustomStringConvertible {
    /// The rate as users write it: `30`, or `30000/1001`.
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }

    /// The rate in frames per second, for display only.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}

private enum Rounding {
    case down, nearest
    /// Down, and one less for a whole result.
    case below
}

/// Multiplies by two factors and divides, without overflow in between.
private func scale(
    _ value: Int, by first: Int, _ second: Int, over divisor: Int, rounding: Rounding
) -> Int {
    let product = Int128(value) * Int128(first) * Int128(second)
    let bias: Int128 =
        switch rounding {
        case .down: 0
        case .nearest: Int128(divisor) / 2
        case .below: -1
        }
    let biased = product + bias
    let quotient = biased / Int128(divisor)
    // Division of negative numbers rounds toward zero; time before the start must
    // round down as all other time does.
    return Int(biased < 0 && quotient * Int128(divisor) != biased ? quotient - 1 : quotient)
}

/// The greatest common divisor of two numbers that are not negative.
package func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
}

/// A chapter of a video.
public struct Chapter: Sendable, Hashable {
    /// The name that players show, in any language.
    public var name: String
    /// The start, measured from the start of the video.
    ///
    /// The chapter ends where the next one begins, or with the video.
    public var start: Duration

    /// Creates a chapter.
    public init(name: String, start: Duration) {
        self.name = name
        self.start = start
    }
}
