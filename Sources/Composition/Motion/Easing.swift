/// The speed profile of a motion.
///
/// The names and curves are those of Robert Penner's easing equations.
public enum Easing: String, Sendable, CaseIterable {
    case linear
    case inQuad, outQuad, inOutQuad
    case inCubic, outCubic, inOutCubic
    case inQuart, outQuart, inOutQuart
    case inQuint, outQuint, inOutQuint
    case inSine, outSine, inOutSine
    case inCirc, outCirc, inOutCirc
    case inExpo, outExpo, inOutExpo
    case inElastic, outElastic, inOutElastic
    case inBack, outBack, inOutBack
    case inBounce, outBounce, inOutBounce
    case bounceTwice
}
