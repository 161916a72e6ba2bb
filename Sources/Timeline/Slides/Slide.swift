/// One picture file of a slide show.
public struct Slide: Sendable, Hashable {
    /// The path of the file.
    public var path: String
    /// The length for which the slide is shown, including both transitions.
    ///
    /// Default: the show's slide duration, or for an animation its own length.
    public var duration: Duration?
    /// The file and line that list the slide, for messages.
    public var origin: String?

    /// Creates a slide.
    public init(_ path: String, duration: Duration? = nil, origin: String? = nil) {
        self.path = path
        self.duration = duration
        self.origin = origin
    }
}
