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
    /// The first moment of the source.
    var start = Duration.zero
    /// The length on the timeline; `nil` for overlays that last until the end.
    var length: Duration?
    /// The length of the source's sound.
    var sound: Duration?
    /// The path of the file with the sound.
    var path: String?
}
