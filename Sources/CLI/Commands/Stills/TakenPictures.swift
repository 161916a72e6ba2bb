import Encoder
import EngineLink
import PageSampler
import Recorder
import Synchronization

/// The pictures taken of a page, compressed to save memory.
final class TakenPictures: Sendable {
    /// A picture.
    struct Picture {
        /// When it was taken, since the page began to arrive.
        let pageTime: Duration
        /// The bytes of its file.
        let file: [UInt8]
    }

    private let taken = Mutex<[PictureMoment: Result<Picture, any Error>]>([:])

    /// Adds a picture, replacing an earlier one of the same moment.
    func add(_ still: Still) {
        let picture = Result { Picture(pageTime: still.pageTime, file: try StillWriter.encoded(still.pixels)) }
        taken.withLock { $0[still.moment] = picture }
    }

    /// Returns the pictures of some moments, in order; moments without a picture are left out.
    ///
    /// - Throws: ``FileError`` if one could not be compressed.
    func pictures(at moments: [PictureMoment]) throws -> [(moment: PictureMoment, picture: Picture)] {
        let taken = taken.withLock(\.self)
        return try moments.compactMap { moment in try taken[moment].map { (moment, try $0.get()) } }
    }
}
