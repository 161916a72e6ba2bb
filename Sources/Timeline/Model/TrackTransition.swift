public import Composition

/// A transition from a clip to the next.
public struct TrackTransition: Sendable {
    /// The kind of transition.
    public var kind: Transition.Kind
    /// The direction of movement, for kinds that move.
    public var direction: Transition.Direction
    /// The length of the overlap.
    public var length: TimelineTime
    /// The easing of the transition.
    public var easing: Easing

    /// Describes a transition.
    public init(
        _ kind: Transition.Kind, direction: Transition.Direction = .left,
        length: TimelineTime = .seconds(.milliseconds(500)), easing: Easing = .linear
    ) {
        self.kind = kind
        self.direction = direction
        self.length = length
        self.easing = easing
    }
}
