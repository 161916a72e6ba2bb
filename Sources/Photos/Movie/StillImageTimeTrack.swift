import Foundation

/// The track that states the time of a Live Photo's picture in its movie.
///
/// It contains timed metadata with a single sample; only the sample's time matters (QuickTime File
/// Format, "Timed metadata"). The layout matches that of Apple's own files.
struct StillImageTimeTrack {
    /// The track's ID.
    let trackID: UInt32
    /// The ID of the video track.
    let describedTrackID: UInt32
    /// The movie's time scale, in units per second.
    let timeScale: UInt32
    /// The picture's time, in units of ``timeScale``.
    let time: UInt32
    /// The sample's offset in the file.
    let sampleOffset: UInt64

    /// The sample: its length, the key's index, and the 8-bit value -1, which readers ignore.
    static let sample: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 1, 0xff]
    private static let key = "com.apple.quicktime.still-image-time"

    /// The track's box.
    var box: MovieBox {
        MovieBox("trak", boxes: [header, edits, MovieBox("tref", boxes: [reference]), media])
    }

    private var header: MovieBox {
        // Flags: enabled, in the movie, in its preview and in its poster. No layer, group,
        // volume or size.
        var content = numbers(0, 0, trackID, 0, time + 1, 0, 0, 0, 0)
        content += numbers(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)
        return MovieBox("tkhd", flags: 0xf, content + numbers(0, 0))
    }

    /// An empty edit up to the time, then the sample.
    private var edits: MovieBox {
        let entries = (time > 0 ? [(time, UInt32.max)] : []) + [(1, 0)]
        let list = entries.flatMap { numbers($0.0, $0.1, 0x1_0000) }
        return MovieBox("edts", boxes: [MovieBox("elst", flags: 0, numbers(UInt32(entries.count)) + list)])
    }

    private var reference: MovieBox { MovieBox("cdsc", numbers(describedTrackID)) }

    private var media: MovieBox {
        // The language is "und", three letters of 5 bits.
        let header = MovieBox("mdhd", flags: 0, numbers(0, 0, timeScale, 1, 0x55c4_0000))
        return MovieBox(
            "mdia", boxes: [header, handler("mhlr", "meta", flags: 1, name: "Core Media Metadata"), information])
    }

    private func handler(_ type: String, _ subtype: String, flags: UInt32, name: String) -> MovieBox {
        let kinds = Array("\(type)\(subtype)appl".utf8)
        let text = Array(name.utf8)
        return MovieBox("hdlr", flags: 0, kinds + numbers(flags, 0) + [UInt8(text.count)] + text)
    }

    private var information: MovieBox {
        // Graphics mode "dither copy" with the default color; no balance.
        let generic = MovieBox("gmin", flags: 0, [0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0])
        // The data is in this file.
        let alias = MovieBox("alis", flags: 1, [])
        let references = MovieBox("dref", flags: 0, numbers(1) + alias.bytes)
        return MovieBox(
            "minf",
            boxes: [
                MovieBox("gmhd", boxes: [generic]),
                handler("dhlr", "alis", flags: 0, name: "Core Media Data Handler"),
                MovieBox("dinf", boxes: [references]), sampleTable,
            ])
    }

    private var sampleTable: MovieBox {
        let place =
            UInt32(exactly: sampleOffset).map { MovieBox("stco", flags: 0, numbers(1, $0)) }
            ?? MovieBox(
                "co64", flags: 0,
                numbers(1, UInt32(sampleOffset >> 32), UInt32(truncatingIfNeeded: sampleOffset)))
        return MovieBox(
            "stbl",
            boxes: [
                MovieBox("stsd", flags: 0, numbers(1) + description.bytes),
                MovieBox("stts", flags: 0, numbers(1, 1, 1)),
                MovieBox("stsc", flags: 0, numbers(1, 1, 1, 1)),
                MovieBox("stsz", flags: 0, numbers(UInt32(Self.sample.count), 1)),
                place,
            ])
    }

    private var description: MovieBox {
        let name = MovieBox("keyd", Array("mdta\(Self.key)".utf8))
        // Well-known type 65: signed 8-bit integer.
        let type = MovieBox("dtyp", numbers(0, 65))
        let keys = MovieBox("keys", boxes: [MovieBox(FourCharacters(rawValue: 1), boxes: [name, type])])
        // Six reserved bytes, then the data reference index.
        return MovieBox("mebx", [0, 0, 0, 0, 0, 0, 0, 1] + keys.bytes)
    }
}

/// The content identifier in a movie's index, as QuickTime metadata.
///
/// The box is `moov/meta`, without the version that ISO's box of that name begins with
/// (QuickTime File Format, "Metadata atoms and types").
enum ContentIdentifierBox {
    private static let key = "com.apple.quicktime.content.identifier"

    /// Creates the box, 172 bytes long.
    static func box(_ identifier: ContentIdentifier) -> MovieBox {
        // Version and flags, a zero word, the handler type, three zero words and an empty name.
        let handler = [UInt8](repeating: 0, count: 8) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 14)
        let keys = numbers(1) + MovieBox("mdta", Array(key.utf8)).bytes
        // Type 1, UTF-8 text; locale 0, every country and language.
        let value = MovieBox("data", numbers(1, 0) + identifier.bytes)
        // An item's name is the index of its key, counted from 1.
        let item = MovieBox(FourCharacters(rawValue: 1), boxes: [value])
        return MovieBox(
            "meta",
            boxes: [
                MovieBox("hdlr", handler), MovieBox("keys", flags: 0, keys), MovieBox("ilst", boxes: [item]),
            ])
    }
}

/// The identifier that links the picture and the movie of a Live Photo: a UUID in upper case, the
/// same in both files.
package struct ContentIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The UUID as text, 36 characters.
    package let description: String

    /// Creates a random UUID (RFC 9562, 5.4).
    package init() { description = UUID().uuidString }

    /// Parses a UUID in upper or lower case; `nil` for any other text.
    package init?(_ text: String) {
        description = text.uppercased()
        // Foundation also reads some texts that are not UUIDs, with a sign for a digit.
        guard UUID(uuidString: text)?.uuidString == description else { return nil }
    }

    /// The text as bytes.
    var bytes: [UInt8] { Array(description.utf8) }
}
