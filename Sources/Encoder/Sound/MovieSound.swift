package import Decoder
package import Files
package import LibAV

/// A source of a movie's sound.
package protocol MovieSound: Sendable {
    /// The sound's name in the log.
    var name: String { get }
    /// The track's title; `nil` for a movie's only sound.
    var title: String? { get }
    /// Whether a movie in which nothing sounds has no sound track.
    var isOptional: Bool { get }

    /// Opens the sound at its first sample.
    func makeRenderer() throws(FileError) -> any MovieSoundRenderer
}

/// Renders a movie's samples in order, exactly as many as requested.
///
/// Use from one thread at a time.
package protocol MovieSoundRenderer: AnyObject {
    /// Samples rendered so far.
    var position: Int { get }
    /// How often a soundtrack restarted.
    var loops: Int { get }

    /// What a recorded page has played so far; `nil` if nothing.
    var page: HeardSound? { get }

    /// Warnings about a soundtrack so far, for the user, as sentences.
    var warnings: [String] { get }

    /// Returns whether anything sounds before a position.
    ///
    /// - Parameter position: At most the result of ``firmSamples(ofAtLeast:)``, or the movie's length.
    func sounds(before position: Int) -> Bool

    /// Returns how many samples can be rendered before the movie's end is known.
    ///
    /// - Parameter total: The least number of samples that the movie has.
    func firmSamples(ofAtLeast total: Int) -> Int

    /// Renders the next samples, at 48 kHz.
    ///
    /// - Parameters:
    ///   - count: The number of samples.
    ///   - total: The movie's length in samples; `nil` until it is known.
    func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk
}

extension MovieSound {
    package var title: String? { nil }
    package var isOptional: Bool { false }
}

extension MovieSoundRenderer {
    package var page: HeardSound? { nil }
    package var warnings: [String] { [] }
    package func sounds(before position: Int) -> Bool { true }
}

extension Soundtrack: MovieSound {
    package var name: String { settings.path }
    package func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try SoundRenderer(self) }
}
