/// The lengths of a fade-in and a fade-out.
public struct Fades: Sendable, Equatable {
    /// The length of the fade-in.
    public var fadeIn: TimelineTime
    /// The length of the fade-out.
    public var fadeOut: TimelineTime

    /// Describes two fades; zero means no fade.
    public init(in fadeIn: TimelineTime = .frames(0), out fadeOut: TimelineTime = .frames(0)) {
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
    }
}
