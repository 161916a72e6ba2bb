package import Decoder
package import Files
package import LibAV

/// What a movie's sound is rendered from.
package protocol MovieSound: Sendable {
    /// What the log calls it.
    var name: String { get }
    /// Bits a second of the encoded sound.
    var bitrate: Int { get }

    /// Opens the sound at its first sample.
    func makeRenderer() throws(FileError) -> any MovieSoundRenderer
}

/// Gives a movie's samples in order, exactly as many as it is asked for.
///
/// Used by one thread at a time.
package protocol MovieSoundRenderer: AnyObject {
    /// Samples given so far.
    var position: Int { get }
    /// How often a soundtrack started over.
    var loops: Int { get }

    /// How many samples may be rendered while the movie's end is not known,
    /// given that it has at least so many.
    func firmSamples(ofAtLeast total: Int) -> Int

    /// Gives the next samples, at 48 kHz.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - total: The length of the whole, once it is known.
    func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk
}

extension Soundtrack: MovieSound {
    package var name: String { settings.path }
    package var bitrate: Int { settings.bitrate }

    package func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try SoundRenderer(self) }
}
