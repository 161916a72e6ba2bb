import Files
import Glibc
import LibAV

/// Corrects the front of a Matroska file after its frames.
///
/// Matroska stores the title in front of the frames, but it is known only after them. A
/// placeholder reserves the space; the part that the title leaves unused becomes a Void
/// element, which readers skip (RFC 8794, 11.3.2). So does a track without samples.
enum MatroskaFront {
    /// The longest title, in bytes; WebKit limits titles to 4000.
    static let capacity = 4096
    /// The text written at first.
    static let placeholder = String(repeating: "\u{1}", count: capacity)

    /// The placeholder's header: the Title element's ID (RFC 9559, 5.1.2.11) and its length in
    /// two bytes.
    private static let header: [UInt8] = [0x7b, 0xa9, UInt8(0x40 | capacity >> 8), UInt8(capacity & 0xff)]
    /// How many bytes at the start of the file are searched.
    private static let searched = 65_536

    /// Replaces the placeholder with the title.
    ///
    /// - Throws: ``FileError/Code/cannotWriteOutput``.
    static func fillTitle(_ title: String, in place: OutputPlace) throws(FileError) {
        let wanted = header + Array(placeholder.utf8)
        try edit(place) { front in
            let last = front.count - wanted.count
            guard last >= 0,
                let place = (0...last).first(where: { front[$0..<$0 + wanted.count].elementsEqual(wanted) })
            else { return [] }
            return [(place, element(title))]
        }
    }

    /// Removes a track that has no samples, and the tag with its duration.
    ///
    /// - Parameter number: The track's number, from 1.
    /// - Throws: ``FileError/Code/cannotWriteOutput``.
    static func removeTrack(_ number: Int, in place: OutputPlace) throws(FileError) {
        try edit(place) { front in
            let parts =
                MatroskaElement.elements(in: 0..<front.count, of: front)
                .first { $0.id == MatroskaElement.ID.segment }?.children(in: front) ?? []
            let entry = parts.filter { $0.id == MatroskaElement.ID.tracks }.flatMap { $0.children(in: front) }
                .first { value(MatroskaElement.ID.trackNumber, of: $0, in: front) == UInt64(number) }
            guard let entry, let uid = value(MatroskaElement.ID.trackUID, of: entry, in: front) else { return [] }
            let tags = parts.filter { $0.id == MatroskaElement.ID.tags }.flatMap { $0.children(in: front) }.filter {
                $0.children(in: front).contains {
                    $0.id == MatroskaElement.ID.targets
                        && value(MatroskaElement.ID.tagTrackUID, of: $0, in: front) == uid
                }
            }
            return ([entry] + tags).map { ($0.range.lowerBound, $0.replacement) }
        }
    }

    private static func value(_ id: Int, of element: MatroskaElement, in front: [UInt8]) -> UInt64? {
        element.children(in: front).first { $0.id == id }?.unsigned(in: front)
    }

    /// Overwrites parts of a file's front; at least one.
    private static func edit(
        _ place: OutputPlace, _ changes: ([UInt8]) -> [(place: Int, bytes: [UInt8])]
    ) throws(FileError) {
        let descriptor = unsafe open(place.path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(place, .last) }
        defer { close(descriptor) }
        var front = [UInt8](repeating: 0, count: searched)
        let count = unsafe pread(descriptor, &front, searched, 0)
        guard count >= 0 else { throw failure(place, .last) }
        let changes = changes(Array(front.prefix(count)))
        guard !changes.isEmpty else {
            throw FileError(.internalFailure, "The front of the video is not as it was written.")
        }
        for change in changes {
            guard unsafe pwrite(descriptor, change.bytes, change.bytes.count, off_t(change.place)) == change.bytes.count
            else { throw failure(place, .last) }
        }
    }

    /// Returns the title's element and a Void element, together as long as the placeholder's
    /// element.
    static func element(_ title: String) -> [UInt8] {
        var title = title
        while title.utf8.count > capacity - 4 { title.removeLast() }
        let text = Array(title.utf8)
        let titleElement = text.isEmpty ? [] : Array(header.prefix(2)) + length(text.count) + text
        // The Void element's header is one byte of ID and two of length.
        let rest = header.count + capacity - titleElement.count - 3
        return titleElement + [0xec] + length(rest) + [UInt8](repeating: 0, count: rest)
    }

    /// Encodes a length in two bytes (RFC 8794, 4).
    private static func length(_ count: Int) -> [UInt8] { [UInt8(0x40 | count >> 8), UInt8(count & 0xff)] }

    private static func failure(_ place: OutputPlace, _ error: SystemError) -> FileError {
        .output(.cannotWriteOutput, "The video cannot be written to", path: place.name, error: error)
    }
}

/// An element at the front of a Matroska file (RFC 8794).
struct MatroskaElement {
    /// The identifiers of the elements used here (RFC 9559, 5.1).
    enum ID {
        static let segment = 0x1853_8067
        static let tracks = 0x1654_ae6b
        static let trackNumber = 0xd7
        static let trackUID = 0x73c5
        static let tags = 0x1254_c367
        static let tag = 0x7373
        static let targets = 0x63c0
        static let tagTrackUID = 0x63c5
    }

    /// The identifier, with its length marker.
    let id: Int
    /// The whole element.
    let range: Range<Int>
    /// The element's data.
    let data: Range<Int>

    /// Returns the elements in a part of a file, as far as they are complete.
    ///
    /// The last one may end beyond the part.
    static func elements(in part: Range<Int>, of bytes: [UInt8]) -> [MatroskaElement] {
        var elements: [MatroskaElement] = []
        var place = part.lowerBound
        while place < part.upperBound {
            guard let id = number(at: place, of: bytes, keepingMarker: true),
                let size = number(at: place + id.length, of: bytes, keepingMarker: false)
            else { break }
            let start = place + id.length + size.length
            // All ones: the size is unknown, and the element ends with the file.
            let isUnknown = size.value == 1 << (7 * size.length) - 1
            let end = isUnknown || size.value > Int.max / 2 ? Int.max : start + size.value
            elements.append(MatroskaElement(id: id.value, range: place..<end, data: start..<end))
            place = end
        }
        return elements
    }

    /// Returns the elements inside this one.
    func children(in bytes: [UInt8]) -> [MatroskaElement] {
        Self.elements(in: data.clamped(to: 0..<bytes.count), of: bytes)
    }

    /// Returns the value of an unsigned integer element.
    func unsigned(in bytes: [UInt8]) -> UInt64? {
        guard data.upperBound <= bytes.count, data.count <= 8 else { return nil }
        return bytes[data].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns a Void element as long as this element, which readers skip (RFC 8794, 11.3.2).
    var replacement: [UInt8] {
        let count = range.count
        // 127 in one byte stands for an unknown size.
        guard count > 128 else {
            return [0xec, UInt8(0x80 | count - 2)] + [UInt8](repeating: 0, count: count - 2)
        }
        let size = count - 9
        return [0xec, 0x01] + (0..<7).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
            + [UInt8](repeating: 0, count: size)
    }

    /// Reads a number of variable length (RFC 8794, 4).
    private static func number(
        at place: Int, of bytes: [UInt8], keepingMarker: Bool
    ) -> (value: Int, length: Int)? {
        guard place < bytes.count, bytes[place] != 0 else { return nil }
        let length = bytes[place].leadingZeroBitCount + 1
        guard place + length <= bytes.count else { return nil }
        let first = keepingMarker ? Int(bytes[place]) : Int(bytes[place]) & (0xff >> length)
        return (bytes[place + 1..<place + length].reduce(first) { $0 << 8 | Int($1) }, length)
    }
}
