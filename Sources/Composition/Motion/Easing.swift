import Glibc

/// The speed profile of a motion.
///
/// The names and curves are those of Robert Penner's easing equations. Curves whose names begin with `in` differ from
/// the straight line at the beginning, those with `out` at the end, and those with `inOut` at both.
public enum Easing: String, Sendable, CaseIterable {
    /// The same speed throughout.
    case linear
    /// By the square of the time.
    case inQuad, outQuad, inOutQuad
    /// By the third power of the time.
    case inCubic, outCubic, inOutCubic
    /// By the fourth power of the time.
    case inQuart, outQuart, inOutQuart
    /// By the fifth power of the time.
    case inQuint, outQuint, inOutQuint
    /// By a quarter of a sine wave; the gentlest curve.
    case inSine, outSine, inOutSine
    /// By a quarter of a circle.
    case inCirc, outCirc, inOutCirc
    /// By a power of two; the steepest curve.
    case inExpo, outExpo, inOutExpo
    /// Swings like a spring around where it begins or ends.
    case inElastic, outElastic, inOutElastic
    /// Goes beyond where it begins or ends, and comes back.
    case inBack, outBack, inOutBack
    /// Bounces like a ball that is dropped.
    case inBounce, outBounce, inOutBounce
    /// Reaches the end, bounces twice, and stays there.
    case bounceTwice
}

extension Easing {
    /// The progress of a motion at a fraction of its time.
    ///
    /// The equations are Robert Penner's (robertpenner.com/easing). `elastic` and `back` overshoot
    /// the range from 0 to 1.
    ///
    /// - Parameter part: The fraction of the time; clamped to the range from 0 to 1.
    /// - Returns: Exactly 0 at 0 and 1 at 1.
    public func value(at part: Double) -> Double {
        if part <= 0 { return 0 }
        if part >= 1 { return 1 }
        return switch self {
        case .linear: part
        case .inQuad: Self.power(part, 2)
        case .outQuad: Self.reversed(part) { Self.power($0, 2) }
        case .inOutQuad: Self.mirrored(part) { Self.power($0, 2) }
        case .inCubic: Self.power(part, 3)
        case .outCubic: Self.reversed(part) { Self.power($0, 3) }
        case .inOutCubic: Self.mirrored(part) { Self.power($0, 3) }
        case .inQuart: Self.power(part, 4)
        case .outQuart: Self.reversed(part) { Self.power($0, 4) }
        case .inOutQuart: Self.mirrored(part) { Self.power($0, 4) }
        case .inQuint: Self.power(part, 5)
        case .outQuint: Self.reversed(part) { Self.power($0, 5) }
        case .inOutQuint: Self.mirrored(part) { Self.power($0, 5) }
        case .inSine: Self.sine(part)
        case .outSine: Self.reversed(part, Self.sine)
        case .inOutSine: Self.mirrored(part, Self.sine)
        case .inCirc: Self.circle(part)
        case .outCirc: Self.reversed(part, Self.circle)
        case .inOutCirc: Self.mirrored(part, Self.circle)
        case .inExpo: Self.exponential(part)
        case .outExpo: Self.reversed(part, Self.exponential)
        case .inOutExpo: Self.mirrored(part, Self.exponential)
        case .inElastic: Self.elastic(part, period: 0.3)
        case .outElastic: Self.reversed(part) { Self.elastic($0, period: 0.3) }
        case .inOutElastic: Self.mirrored(part) { Self.elastic($0, period: 0.45) }
        case .inBack: Self.back(part, overshoot: Self.overshoot)
        case .outBack: Self.reversed(part) { Self.back($0, overshoot: Self.overshoot) }
        case .inOutBack: Self.mirrored(part) { Self.back($0, overshoot: Self.overshoot * 1.525) }
        case .inBounce: Self.reversed(part, Self.landing)
        case .outBounce: Self.landing(part)
        case .inOutBounce: Self.mirrored(part) { Self.reversed($0, Self.landing) }
        case .bounceTwice: Self.landingTwice(part)
        }
    }

    /// Penner's constant for an overshoot of one tenth.
    private static let overshoot = 1.70158

    /// The time-reversed curve.
    private static func reversed(_ part: Double, _ curve: (Double) -> Double) -> Double { 1 - curve(1 - part) }

    /// The curve in the first half and its reverse in the second.
    private static func mirrored(_ part: Double, _ curve: (Double) -> Double) -> Double {
        part < 0.5 ? curve(2 * part) / 2 : 1 - curve(2 - 2 * part) / 2
    }

    private static func power(_ part: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { product, _ in product * part }
    }

    private static func sine(_ part: Double) -> Double { 1 - cos(part * .pi / 2) }

    private static func circle(_ part: Double) -> Double { 1 - (1 - part * part).squareRoot() }

    private static func exponential(_ part: Double) -> Double { exp2(10 * (part - 1)) }

    private static func elastic(_ part: Double, period: Double) -> Double {
        -exp2(10 * (part - 1)) * sin((part - 1 - period / 4) * 2 * .pi / period)
    }

    private static func back(_ part: Double, overshoot: Double) -> Double {
        part * part * ((overshoot + 1) * part - overshoot)
    }

    /// A fall with three bounces, each to a quarter of the previous height.
    private static func landing(_ part: Double) -> Double {
        let (steepness, width) = (7.5625, 2.75)
        func arc(_ middle: Double, _ height: Double) -> Double {
            steepness * (part - middle / width) * (part - middle / width) + height
        }
        if part < 1 / width { return arc(0, 0) }
        if part < 2 / width { return arc(1.5, 0.75) }
        if part < 2.5 / width { return arc(2.25, 0.9375) }
        return arc(2.625, 0.984375)
    }

    /// Like ``landing(_:)`` but with two bounces.
    ///
    /// The fall takes two fifths of the time, and so does the first bounce, to a quarter of the
    /// height. The second bounce, to a sixteenth, takes half as long.
    private static func landingTwice(_ part: Double) -> Double {
        func arc(_ middle: Double, _ height: Double) -> Double {
            6.25 * (part - middle) * (part - middle) + height
        }
        if part < 0.4 { return arc(0, 0) }
        if part < 0.8 { return arc(0.6, 0.75) }
        return arc(0.9, 0.9375)
    }
}
