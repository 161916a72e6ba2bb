import Frames
import Notation
import Photos

/// The summary of a photo as `--json` prints it; every key is always there.
struct PhotoJSON: Encodable {
    @Nullable private var bundle: String?
    private let picture: String
    @Nullable private var movie: String?
    @Nullable private var identifier: String?
    private let from: Double
    private let duration: Double
    private let frames: Int
    private let still: Double
    private let width: Int
    private let height: Int
    private let sound: Bool
    private let bytes: Int

    /// Describes a summary.
    init(_ summary: PhotoSummary) {
        bundle = summary.bundle
        picture = summary.picture
        movie = summary.movie
        identifier = summary.identifier
        from = summary.from.inSeconds
        duration = summary.duration.inSeconds
        frames = summary.frames
        still = summary.still.inSeconds
        (width, height) = (summary.size.width, summary.size.height)
        sound = summary.hasSound
        bytes = summary.bytes
    }
}
