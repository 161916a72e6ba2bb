/// How one picture of the main channel gives way to the next, while both last.
public struct Transition: Sendable, Hashable {
    /// What happens.
    public enum Kind: Sendable, Hashable {
        /// A cross-dissolve: each pixel is a mixture of the two.
        case fade
        /// The first half goes to a colour, the second comes from it.
        case fadeThrough(Color)
        /// An edge, as soft as a part of the canvas' side from 0 to 1, goes
        /// over the canvas and leaves the next picture behind.
        case wipe(softness: Double)
        /// The next picture moves over the one before, which stays.
        case slide
        /// Both move, the next one pushing the one before.
        case push
        /// A push upwards in which the next picture, a tenth larger in the
        /// middle of the way, bounces.
        case bounceUp
        /// The one before grows and fades; the next comes from behind it.
        case zoom
    }

    /// Where what moves moves to.
    public enum Direction: String, Sendable, CaseIterable { case left, right, up, down }

    /// What happens.
    public var kind: Kind
    /// Where to, for those that move.
    public var direction: Direction
    /// How the way is gone.
    public var easing: Easing
    /// For how many frames both pictures last; positive.
    public var frameCount: Int

    /// Describes a transition.
    public init(_ kind: Kind, direction: Direction = .left, easing: Easing = .linear, frameCount: Int) {
        self.kind = kind
        self.direction = direction
        self.easing = easing
        self.frameCount = frameCount
    }

    /// How far it is at one of its frames, before easing: between 0 and 1
    /// without either, alike on both sides of its middle.
    public func progress(atFrame frame: Int) -> Double { (Double(frame) + 0.5) / Double(frameCount) }
}
