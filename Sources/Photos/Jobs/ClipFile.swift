internal import Encoder
import Files

/// A clip's file, whose index is edited in place.
struct ClipFile {
    private let file: FileEditor

    /// Opens a file written by ``ClipSource``.
    init(_ place: OutputPlace) throws(FileError) { file = try FileEditor(opening: place) }

    /// The file's length in bytes.
    func length() throws(FileError) -> Int { try file.length() }

    /// Limits playback to the clip, wherever the index is.
    func limitPlayback(_ clip: Clip) throws {
        let layout = try layout()
        // The index keeps its length; only values change.
        try file.write(index(layout, of: clip).bytes, at: layout.indexOffset)
        try file.synchronize()
    }

    /// Limits playback to the clip, and converts the file to the movie of a Live Photo.
    func makeLive(_ clip: Clip, identifier: ContentIdentifier) throws {
        let layout = try layout()
        guard layout.isIndexLast, let still = UInt32(exactly: clip.stillTicks), still < .max else {
            throw FileError(.internalFailure, "The Live Photo's movie does not end with its index.")
        }
        let ending = try index(layout, of: clip)
            .livePhotoEnding(at: layout.indexOffset, identifier: identifier, stillAt: still)
        try file.truncate(to: layout.indexOffset)
        try file.write(ending, at: layout.indexOffset)
        try file.synchronize()
    }

    private func index(_ layout: MovieLayout, of clip: Clip) throws -> MovieIndex {
        var index = try MovieIndex(file.read(at: layout.indexOffset, count: layout.indexLength))
        try index.limitPlayback(to: UInt64(clip.movieTicks))
        return index
    }

    private func layout() throws -> MovieLayout {
        try MovieLayout(length: file.length()) { try file.read(at: $0, count: $1) }
    }
}

extension FileEditor {
    /// Writes the whole content of a new file and flushes it to disk.
    func writeWhole(_ bytes: [UInt8]) throws(FileError) {
        try write(bytes, at: 0)
        try synchronize()
    }
}
