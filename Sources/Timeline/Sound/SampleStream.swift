import Decoder
import Files
import LibAV

/// A sequence of stereo samples at the timeline's rate.
protocol SampleStream: AnyObject {
    /// The next chunk of at least one sample; `nil` after the last.
    func next() throws(FileError) -> SoundChunk?
}

extension SoundReader: SampleStream {}
