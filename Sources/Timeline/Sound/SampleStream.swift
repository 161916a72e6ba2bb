import Decoder
import Encoder
import Files
import LibAV

/// Stereo samples at the timeline's rate, in order, from the first to the
/// last.
protocol SampleStream: AnyObject {
    /// The next run of at least one sample; nothing after the last.
    func next() throws(FileError) -> SoundChunk?
}

extension SoundReader: SampleStream {}
