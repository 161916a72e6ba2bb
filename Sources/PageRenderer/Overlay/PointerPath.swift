private import Glibc

/// The motion of a pointer from one position to another, as a hand would move it.
///
/// The pointer starts and stops gently, on a slightly curved path. The same values give the same motion.
package struct PointerPath: Sendable, Equatable {
    /// Where the pointer starts.
    package let start: ViewPoint
    /// Where the pointer stops.
    package let end: ViewPoint
    /// How long the motion takes, in whole milliseconds.
    package let duration: Duration
    /// The largest distance from the straight line, in CSS pixels; negative on the left of the direction.
    private let bend: Double
    /// How far the largest distance is before or after the middle of the line, from -0.4 to 0.4.
    private let skew: Double

    /// The largest distance of any path from the straight line, in CSS pixels.
    package static let largestBend = 40.0

    /// Plans a motion.
    ///
    /// - Parameters:
    ///   - start: Where the pointer starts.
    ///   - end: Where the pointer stops.
    ///   - seed: Chooses the side and the amount of the curvature.
    ///   - speed: The factor by which the motion is faster than usual; positive.
    package init(from start: ViewPoint, to end: ViewPoint, seed: UInt64, speed: Double = 1) {
        precondition(speed > 0, "a pointer that moves arrives")
        self.start = start
        self.end = end
        let distance = hypot(end.x - start.x, end.y - start.y)
        // Fitts's law: the time grows with the logarithm of the distance in widths of the target.
        let difficulty = log2(1 + min(distance, 2000) / 100) / log2(21)
        duration = .milliseconds(max(1, Int(((250 + 650 * difficulty) / speed).rounded())))
        let amount = Self.fraction(of: seed, 1)
        let side = Self.fraction(of: seed, 2) < 0.5 ? -1.0 : 1.0
        bend = side * min(distance * (0.03 + 0.07 * amount), Self.largestBend)
        skew = 0.8 * Self.fraction(of: seed, 3) - 0.4
    }

    /// Returns the position at a time since the start of the motion.
    package func position(at time: Duration) -> ViewPoint {
        guard time > .zero, start != end else { return start }
        guard time < duration else { return end }
        let progress = Self.progress(time / duration)
        // The distance from the line grows and falls as a parabola, whose peak is shifted.
        let shifted = progress + skew * progress * (1 - progress)
        let height = bend * 4 * shifted * (1 - shifted)
        let (width, rise) = (end.x - start.x, end.y - start.y)
        let distance = hypot(width, rise)
        return ViewPoint(
            x: start.x + width * progress - rise / distance * height,
            y: start.y + rise * progress + width / distance * height)
    }

    /// The part of the way after a part of the time: the motion of a hand with the least jerk.
    ///
    /// Flash and Hogan, "The Coordination of Arm Movements" (1985): velocity and acceleration are 0 at both ends.
    private static func progress(_ time: Double) -> Double {
        time * time * time * (10 + time * (6 * time - 15))
    }

    /// A number from 0 to 1 that depends on every bit of a seed, by the mixing function of SplitMix64.
    static func fraction(of seed: UInt64, _ index: UInt64) -> Double {
        var bits = seed &+ index &* 0x9e37_79b9_7f4a_7c15
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        bits ^= bits >> 31
        return Double(bits >> 11) / 0x1p53
    }
}
