import Composition
import Frames

/// A clip of which it is known what is in its file.
struct ResolvedClip {
    /// What it is called.
    var name: String
    /// Where its pictures come from.
    var source: ClipSource
    /// The size of its pictures, upright; nothing for those that have any.
    var size: PixelSize?
    /// The first moment of the source.
    var start = Duration.zero
    /// Its length on the timeline; nothing for overlays that last to the end.
    var length: Duration?
    /// How long its sound lasts, from the source's beginning.
    var sound: Duration?
    /// The sound's file.
    var path: String?
}
