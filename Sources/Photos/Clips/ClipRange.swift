/// The requested part of a movie.
package struct ClipRange: Sendable {
    /// The start, in the movie's time.
    package var from: Duration
    /// The duration; `nil` to extend to the movie's end.
    package var duration: Duration?
    /// The still's time from the start; `nil` for the middle.
    package var still: Duration?

    /// Creates a range (default: the whole movie).
    package init(from: Duration = .zero, duration: Duration? = nil, still: Duration? = nil) {
        self.from = from
        self.duration = duration
        self.still = still
    }
}
