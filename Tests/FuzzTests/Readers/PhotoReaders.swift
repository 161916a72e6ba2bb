@testable import Photos

extension FuzzReader {
    /// Boxes of movies and segments of pictures that become photos.
    static let photos = [
        FuzzReader("movie-index", ChunkMutator(.boxes)) { bytes in
            guard let index = try accepted({ try MovieIndex(bytes) }) else { return .refused }
            try require(try MovieIndex(index.bytes).bytes == index.bytes, "the index is another one when read again")
            var shorter = index
            guard
                try accepted({ try shorter.limitPlayback(to: 2) }) != nil,
                let scale = try accepted({ try index.timeScale }),
                let ending = try accepted({
                    try index.livePhotoEnding(at: 1 << 33, identifier: ContentIdentifier(), stillAt: scale / 2)
                })
            else { return .refused }
            try require(shorter.bytes.count == index.bytes.count, "a shorter playback has another length")
            try require(ending.count > index.bytes.count - 8, "the photo's index lacks boxes")
            return .accepted
        },
        FuzzReader("movie-layout", ChunkMutator(.boxes)) { bytes in
            var reads = 0
            let layout = try accepted {
                try MovieLayout(length: bytes.count) { offset, count in
                    reads += 1
                    try require(reads * 8 <= bytes.count + 8, "boxes are read more often than they fit")
                    return Array(bytes.dropFirst(offset).prefix(count))
                }
            }
            guard let layout else { return .refused }
            let end = layout.indexOffset + layout.indexLength
            try require(
                layout.indexOffset >= 0 && layout.indexLength >= 8 && end <= bytes.count
                    && layout.isIndexLast == (end == bytes.count), "the index is at \(layout)")
            return .accepted
        },
        FuzzReader("jpeg", ChunkMutator(.jpeg)) { bytes in
            let live = try accepted {
                try LivePhotoPicture.bytes(of: bytes, width: 8, height: 8, identifier: ContentIdentifier())
            }
            guard let live else { return .refused }
            let both = try accepted { try MotionPhotoPicture.bytes(of: live, movieLength: 1000, presentedAt: 5) }
            try require(both != nil, "the picture of a Live Photo is not a JPEG")
            let again = try accepted {
                try LivePhotoPicture.bytes(of: live, width: 8, height: 8, identifier: ContentIdentifier())
            }
            try require(again?.count == live.count, "the maker note is added to the other one")
            return .accepted
        },
    ]
}
