package import Files

/// A movie's index (its `moov` box) in memory, without any samples.
package struct MovieIndex {
    private var movie: MovieBox

    /// Parses an index.
    ///
    /// - Parameter bytes: The whole box.
    /// - Throws: ``FileError/Code/internalFailure`` if it is damaged.
    package init(_ bytes: [UInt8]) throws(FileError) {
        guard let box = try MovieBox("", bytes).first("moov") else {
            throw FileError(.internalFailure, "The movie has no index.")
        }
        movie = box
    }

    /// The serialized box.
    package var bytes: [UInt8] { movie.bytes }

    /// The movie's time scale, in units per second.
    package var timeScale: UInt32 {
        get throws(FileError) {
            let header = try header()
            guard let scale = header.content.bigEndian(at: header.version == 1 ? 20 : 12, as: UInt32.self) else {
                throw FileError(.internalFailure, "The movie's header is damaged.")
            }
            return scale
        }
    }

    private func header() throws(FileError) -> MovieBox {
        let headers = try movie.boxes().filter { $0.type == "mvhd" }
        guard let header = headers.first, headers.count == 1, header.content.count >= 100 else {
            throw FileError(.internalFailure, "The movie has no header, or more than one.")
        }
        return header
    }
}

// MARK: - Playback

extension MovieIndex {
    /// Ends playback at a time; the samples stay in the file.
    ///
    /// - Parameter duration: In units of ``timeScale``.
    package mutating func limitPlayback(to duration: UInt64) throws(FileError) {
        // ISO/IEC 14496-12, 8.2.2, 8.3.2 and 8.6.6; times in version 1 have 64 bits.
        try movie.edit("mvhd") { (box: inout MovieBox) throws(FileError) in
            _ = try box.lower(timeAt: box.version == 1 ? 24 : 16, to: duration)
        }
        try movie.edit("trak") { (track: inout MovieBox) throws(FileError) in
            try track.edit("tkhd") { (box: inout MovieBox) throws(FileError) in
                _ = try box.lower(timeAt: box.version == 1 ? 28 : 20, to: duration)
            }
            try track.edit("edts") { (edits: inout MovieBox) throws(FileError) in
                try edits.edit("elst") { (list: inout MovieBox) throws(FileError) in
                    try list.limitEdits(to: duration)
                }
            }
        }
    }
}

extension MovieBox {
    /// Lowers a duration to a limit.
    ///
    /// - Returns: The new duration.
    fileprivate mutating func lower(timeAt offset: Int, to limit: UInt64) throws(FileError) -> UInt64 {
        let isWide = version == 1
        let old = isWide ? content.bigEndian(at: offset, as: UInt64.self) : narrow(at: offset)
        guard let old else { throw FileError(.internalFailure, "The movie's index is cut short.") }
        let new = min(old, limit)
        if isWide {
            content.replace(bigEndian: new, at: offset)
        } else {
            content.replace(bigEndian: UInt32(new), at: offset)
        }
        return new
    }

    private func narrow(at offset: Int) -> UInt64? { content.bigEndian(at: offset, as: UInt32.self).map(UInt64.init) }

    /// Lowers an edit list's durations so that their sum does not exceed a limit.
    fileprivate mutating func limitEdits(to limit: UInt64) throws(FileError) {
        guard let count = content.bigEndian(at: 4, as: UInt32.self) else {
            throw FileError(.internalFailure, "The movie's edit list is cut short.")
        }
        var left = limit
        for index in 0..<Int(count) {
            left -= try lower(timeAt: 8 + index * (version == 1 ? 20 : 12), to: left)
        }
    }
}

// MARK: - Live Photos

extension MovieIndex {
    /// Returns the bytes that replace the index at the end of a QuickTime file, to make it the
    /// movie of a Live Photo.
    ///
    /// Sound and pictures stay in place, so offsets in the index remain valid.
    ///
    /// - Parameters:
    ///   - offset: The index's offset in the file.
    ///   - identifier: The identifier that the picture has as well.
    ///   - time: The picture's time, in units of ``timeScale``.
    package func livePhotoEnding(
        at offset: Int, identifier: ContentIdentifier, stillAt time: UInt32
    ) throws(FileError) -> [UInt8] {
        let sample = MovieBox("mdat", StillImageTimeTrack.sample)
        var index = self
        let track = StillImageTimeTrack(
            trackID: try index.takeTrackID(), describedTrackID: try pictureTrackID(), timeScale: try timeScale,
            time: time, sampleOffset: UInt64(offset + 8))
        var boxes = try index.movie.boxes().filter { $0.type != "meta" }
        let end = boxes.lastIndex { $0.type == "trak" }.map { $0 + 1 } ?? boxes.count
        boxes.insert(track.box, at: end)
        boxes.append(ContentIdentifierBox.box(identifier))
        return sample.bytes + MovieBox("moov", boxes: boxes).bytes
    }

    /// Returns the next free track ID, and increments it in the header.
    private mutating func takeTrackID() throws(FileError) -> UInt32 {
        let header = try header()
        // The last field of the header (ISO/IEC 14496-12, 8.2.2).
        let offset = header.content.count - 4
        guard let next = header.content.bigEndian(at: offset, as: UInt32.self), (1..<UInt32.max).contains(next) else {
            throw FileError(.internalFailure, "The movie's header is damaged.")
        }
        try movie.edit("mvhd") { (box: inout MovieBox) in box.content.replace(bigEndian: next + 1, at: offset) }
        return next
    }

    private func pictureTrackID() throws(FileError) -> UInt32 {
        for track in try movie.boxes() where track.type == "trak" {
            guard let header = try track.first("tkhd"), let handler = try track.first("mdia")?.first("hdlr"),
                let kind = handler.content.bigEndian(at: 8, as: UInt32.self),
                let number = header.content.bigEndian(at: header.version == 1 ? 20 : 12, as: UInt32.self)
            else { throw FileError(.internalFailure, "A track of the movie is damaged.") }
            if FourCharacters(rawValue: kind) == "vide" { return number }
        }
        throw FileError(.internalFailure, "The movie has no pictures.")
    }
}

/// The location of the index in a movie's file.
package struct MovieLayout: Equatable {
    /// The index's offset, in bytes from the start of the file.
    package let indexOffset: Int
    /// The index's length in bytes.
    package let indexLength: Int
    /// Whether the index is at the end of the file.
    package let isIndexLast: Bool

    /// Scans the file's top-level boxes (ISO/IEC 14496-12, 4.2).
    ///
    /// - Parameters:
    ///   - length: The file's length in bytes.
    ///   - read: Returns bytes at an offset; fewer at the end.
    /// - Throws: ``FileError/Code/internalFailure`` if the file has no index or is fragmented; the errors of
    ///   `read`.
    package init(length: Int, read: (_ offset: Int, _ count: Int) throws -> [UInt8]) throws {
        var offset = 0
        var index: Range<Int>?
        while offset < length {
            let header = try read(offset, 16)
            guard let short = header.bigEndian(at: 0, as: UInt32.self),
                let type = header.bigEndian(at: 4, as: UInt32.self)
            else { throw FileError(.internalFailure, "The movie is cut short at byte \(offset).") }
            var size = Int(short)
            if size == 1 { size = header.bigEndian(at: 8, as: UInt64.self).flatMap { Int(exactly: $0) } ?? 0 }
            if short == 0 { size = length - offset }
            guard size >= 8, size <= length - offset else {
                throw FileError(.internalFailure, "The movie is damaged at byte \(offset).")
            }
            switch FourCharacters(rawValue: type) {
            case "moov": index = offset..<offset + size
            case "moof": throw FileError(.internalFailure, "The movie is in fragments.")
            default: break
            }
            offset += size
        }
        guard let index else { throw FileError(.internalFailure, "The movie has no index.") }
        indexOffset = index.lowerBound
        indexLength = index.count
        isIndexLast = index.upperBound == length
    }
}
