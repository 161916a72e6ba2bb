/// How far a stream is decoded, and what of it was damaged.
package struct DecodingProgress: Sendable {
    /// Whether the file has been read to its end.
    package var isAtEnd = false
    /// Whether something was damaged before the last decoded frame.
    package private(set) var isDamaged = false
    /// Whether something was damaged after the last decoded frame.
    package private(set) var isDamagedAtEnd = false

    /// Creates the state of a stream at its first packet.
    package init() {}

    /// Notes that a packet could not be read or decoded.
    mutating func noteDamage() { isDamagedAtEnd = true }

    /// Notes a decoded frame.
    ///
    /// - Parameter isDamaged: Whether the decoder has concealed damage in it.
    mutating func noteFrame(isDamaged: Bool) {
        if isDamaged || isDamagedAtEnd { self.isDamaged = true }
        isDamagedAtEnd = false
    }
}
