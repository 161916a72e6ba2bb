import Frames

/// A clip whose source has been inspected.
struct ResolvedClip {
    /// The clip; its layout and at first its frames are not resolved yet.
    var planned: PlannedClip
    /// The upright size of the pictures; `nil` if the source has no fixed size.
    var size: PixelSize?
    /// The length on the timeline; `nil` for overlays that last until the end.
    var length: Duration?
    /// The length of the source's sound.
    var sound: Duration?
}
