import Files
import Frames

/// The frames of an animated picture, one after another.
///
/// Use from one thread at a time.
protocol AnimatedPicture: AnyObject {
    /// Decodes the next frame; `nil` after the last one.
    func next() throws(FileError) -> PictureFrame?

    /// Returns the duration of all frames; `nil` if there is only one.
    ///
    /// No frame can be decoded afterwards.
    func length() -> Duration?
}
