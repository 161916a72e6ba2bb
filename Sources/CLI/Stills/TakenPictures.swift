import Encoder
import EngineLink
import Recorder
import Synchronization

/// The pictures that have been taken of a page, compressed: many would not fit
/// into memory otherwise.
final class TakenPictures: Sendable {
    private struct State {
        var files: [PictureMoment: [UInt8]] = [:]
        var times: [PictureMoment: Duration] = [:]
        var failure: (any Error)?
    }

    private let state = Mutex(State())

    /// Adds a picture, in place of one that was taken of the same moment before.
    func add(_ still: Still) {
        let file = Result { try StillWriter.encoded(still.pixels) }
        state.withLock { state in
            state.times[still.moment] = still.pageTime
            switch file {
            case .success(let bytes): state.files[still.moment] = bytes
            case .failure(let error): state.failure = error
            }
        }
    }

    /// The pictures' files.
    ///
    /// - Throws: ``FileError`` if one could not be compressed.
    func files() throws -> [PictureMoment: [UInt8]] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.files
        }
    }

    /// When a picture was taken, in time since the page began to arrive.
    func time(of moment: PictureMoment) -> Duration { state.withLock { $0.times[moment] } ?? .zero }
}
