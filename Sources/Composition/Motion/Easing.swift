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
