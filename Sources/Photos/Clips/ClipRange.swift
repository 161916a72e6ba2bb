/// Which part of a movie a clip is to be, as somebody asks for it.
package struct ClipRange: Sendable {
    /// Where it begins, in the movie's time.
    package var from: Duration
    /// How long it is; to the movie's end without it.
    package var duration: Duration?
    /// Where its still is, counted from its beginning; the middle without it.
    package var still: Duration?

    /// Describes a part; the whole movie without any argument.
    package init(from: Duration = .zero, duration: Duration? = nil, still: Duration? = nil) {
        self.from = from
        self.duration = duration
        self.still = still
    }
}
