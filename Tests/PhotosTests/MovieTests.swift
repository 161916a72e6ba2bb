import Files
import Testing

@testable import Photos

@Suite("A Live Photo's movie")
struct MovieTests {
    private let identifier: ContentIdentifier

    init() throws { identifier = try #require(ContentIdentifier(Golden.identifier)) }

    private func track(time: UInt32 = 900, sampleOffset: UInt64 = 0x4b817) -> StillImageTimeTrack {
        StillImageTimeTrack(
            trackID: 3, describedTrackID: 1, timeScale: 600, time: time, sampleOffset: sampleOffset)
    }

    /// An index with a video track, number 1, and a sound track that begins later; the next ID is
    /// 3.
    private func index(version: UInt8 = 0) throws -> MovieIndex {
        func time(_ value: UInt32) -> [UInt8] { version == 1 ? [0, 0, 0, 0] + numbers(value) : numbers(value) }
        let flags = UInt32(version) << 24
        let header = MovieBox(
            "mvhd", flags: flags,
            time(0) + time(0) + numbers(600) + time(1800) + [UInt8](repeating: 0, count: 76) + numbers(3))
        func track(_ number: UInt32, _ kind: String, edits: [(UInt32, UInt32)]) -> MovieBox {
            let list = edits.flatMap { time($0.0) + time($0.1) + numbers(0x1_0000) }
            return MovieBox(
                "trak",
                boxes: [
                    MovieBox("tkhd", flags: flags, time(0) + time(0) + numbers(number, 0) + time(1800)),
                    MovieBox("edts", boxes: [MovieBox("elst", flags: flags, numbers(UInt32(edits.count)) + list)]),
                    MovieBox(
                        "mdia", boxes: [MovieBox("hdlr", flags: 0, numbers(0) + Array(kind.utf8) + numbers(0, 0, 0))]),
                ])
        }
        let movie = MovieBox(
            "moov",
            boxes: [
                header, track(2, "soun", edits: [(100, .max), (1700, 0)]), track(1, "vide", edits: [(1800, 512)]),
                MovieBox("meta", [1, 2, 3]), MovieBox("udta", [4]),
            ])
        return try MovieIndex(movie.bytes)
    }

    @Test("The identifier's box matches Apple's")
    func contentIdentifier() throws {
        #expect(ContentIdentifierBox.box(identifier).bytes == (try Golden.bytes("meta")))
    }

    @Test("The still-image-time track matches Apple's")
    func stillTrack() throws {
        #expect(track().box.bytes == (try Golden.bytes("trak")))
    }

    @Test("A still at time 0 has no empty edit, and offsets beyond 4 GiB have 64 bits")
    func stillTrackAtTheEdges() throws {
        let golden = try Golden.bytes("trak")
        #expect(track(time: 0).box.bytes.count == golden.count - 12)
        let far = track(sampleOffset: 0x1_0000_0002).box.bytes
        #expect(far.count == golden.count + 4)
        #expect(Array(far.suffix(16)) == [0, 0, 0, 0] + [0, 0, 0, 1] + [0, 0, 0, 1, 0, 0, 0, 2])
    }

    @Test("The sample and the new index replace the old index")
    func ending() throws {
        let old = try index()
        let bytes = try old.livePhotoEnding(at: 0x4b80f, identifier: identifier, stillAt: 900)
        #expect(Array(bytes.prefix(17)) == [0, 0, 0, 17] + Array("mdat".utf8) + [0, 0, 0, 9, 0, 0, 0, 1, 0xff])
        let before = try #require(try MovieBox("", old.bytes).first("moov")).boxes()
        let after = try #require(try MovieBox("", Array(bytes.dropFirst(17))).first("moov")).boxes()
        #expect(after.map(\.type) == ["mvhd", "trak", "trak", "trak", "udta", "meta"])
        #expect(after[1].bytes == before[1].bytes)
        #expect(after[2].bytes == before[2].bytes)
        #expect(after[3].bytes == (try Golden.bytes("trak")))
        #expect(after[4].bytes == before[4].bytes)
        #expect(after[5].bytes == (try Golden.bytes("meta")))
        #expect(after[0].content.suffix(4) == [0, 0, 0, 4])
        #expect(after[0].content.dropLast(4) == before[0].content.dropLast(4))
    }

    @Test("Playback is limited in the movie, its tracks and edit lists", arguments: [UInt8(0), 1])
    func limit(version: UInt8) throws {
        var index = try index(version: version)
        #expect(try index.timeScale == 600)
        try index.limitPlayback(to: 1000)
        let boxes = try #require(try MovieBox("", index.bytes).first("moov")).boxes()
        func times(_ box: MovieBox, _ offsets: [Int]) -> [UInt64?] {
            offsets.map {
                version == 1
                    ? box.content.bigEndian(at: $0, as: UInt64.self)
                    : box.content.bigEndian(at: $0, as: UInt32.self).map(UInt64.init)
            }
        }
        let isWide = version == 1
        #expect(times(boxes[0], [isWide ? 24 : 16]) == [1000])
        for (track, lengths) in [(boxes[1], [100, 900]), (boxes[2], [1000])] as [(MovieBox, [UInt64?])] {
            #expect(times(try #require(try track.first("tkhd")), [isWide ? 28 : 20]) == [1000])
            let list = try #require(try track.first("edts")?.first("elst"))
            #expect(times(list, lengths.indices.map { 8 + $0 * (isWide ? 20 : 12) }) == lengths)
        }
        let limited = index.bytes
        try index.limitPlayback(to: 5000)
        #expect(index.bytes == limited, "a longer time changes nothing")
    }

    @Test("The index is found among boxes with all kinds of lengths")
    func layout() throws {
        let moov = MovieBox("moov", [7]).bytes
        let wide = numbers(1) + Array("mdat".utf8) + numbers(0, 20) + numbers(0xffff_ffff)
        func layout(_ bytes: [UInt8]) throws -> MovieLayout {
            try MovieLayout(length: bytes.count) { offset, count in Array(bytes[offset...].prefix(count)) }
        }
        let last = try layout(MovieBox("ftyp", [0]).bytes + wide + moov)
        #expect(last.indexOffset == 29 && last.indexLength == 9 && last.isIndexLast)
        let first = try layout(moov + numbers(0) + Array("mdat".utf8) + [1, 2])
        #expect(first.indexOffset == 0 && first.indexLength == 9 && !first.isIndexLast)
        for bytes in [wide, MovieBox("moof", []).bytes + moov, Array(moov.dropLast()), moov + [0, 0]] {
            #expect(throws: FileError.self) { try layout(bytes) }
        }
    }

    @Test("An index with two headers is rejected")
    func twoHeaders() throws {
        var boxes = try MovieBox("", try index().bytes).boxes()
        boxes[0].content += MovieBox("mvhd", [1, 2, 3]).bytes
        let movie = try MovieIndex(boxes[0].bytes)
        #expect(throws: FileError.self) {
            try movie.livePhotoEnding(at: 0, identifier: identifier, stillAt: 0)
        }
    }

    @Test("A truncated index is rejected")
    func damaged() throws {
        let whole = try index().bytes
        for count in [0, 7, 40, whole.count - 1] {
            #expect(throws: FileError.self) { try MovieIndex(Array(whole.prefix(count))) }
        }
        var wrong = whole
        // The first track's length.
        wrong.replace(bigEndian: UInt32(7), at: 8 + 108)
        #expect(throws: FileError.self) {
            try MovieIndex(wrong).livePhotoEnding(at: 0, identifier: identifier, stillAt: 0)
        }
    }
}
