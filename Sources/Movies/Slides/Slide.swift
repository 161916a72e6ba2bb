/// One picture file of a slide show.
public struct Slide: Sendable, Hashable {
    /// The file.
    public var path: String
    /// How long it is shown, both transitions included; the show's own length
    /// without, for an animation its own.
    public var duration: Duration?
    /// Where it was listed, for messages: a file and a line.
    public var origin: String?

    /// Describes a slide.
    public init(_ path: String, duration: Duration? = nil, origin: String? = nil) {
        self.path = path
        self.duration = duration
        self.origin = origin
    }
}
