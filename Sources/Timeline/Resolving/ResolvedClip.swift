import Composition
import Frames

/// A clip whose source has been inspected.
struct ResolvedClip {
    /// The clip's name.
    var name: String
    /// The source of the clip's pictures.
    var source: ClipSource
    /// The upright size of the pictures; `nil` if the source has no fixed size.
    var size: PixelSize?
    /// The mapping from the clip's frames to moments of the source.
    var playback = Playback()
    /// The length on the timeline; `nil` for overlays that last until the end.
    var length: Duration?
    /// The length of the source's sound.
    var sound: Duration?
}
