import Encoder
import EngineLink
import Recorder
import Synchronization

/// The pictures taken of a page, compressed to save memory.
final class TakenPictures: Sendable {
    private struct State {
        var files: [PictureMoment: [UInt8]] = [:]
        var times: [PictureMoment: Duration] = [:]
        var failure: (any Error)?
    }

    private let state = Mutex(State())

    /// Adds a picture, replacing an earlier one of the same moment.
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

    /// Returns when a picture was taken, since the page began to arrive.
    func time(of moment: PictureMoment) -> Duration { state.withLock { $0.times[moment] } ?? .zero }
}
