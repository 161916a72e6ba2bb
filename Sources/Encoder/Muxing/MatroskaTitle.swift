import Files
import Glibc
import LibAV

/// Writes the title of a Matroska file after its frames.
///
/// Matroska stores the title in front of the frames, but it is known only after them. A
/// placeholder reserves the space; the part that the title leaves unused becomes a Void
/// element, which readers skip (RFC 8794, 11.3.2).
enum MatroskaTitle {
    /// The longest title, in bytes; WebKit limits titles to 4000.
    static let capacity = 4096
    /// The text written at first.
    static let placeholder = String(repeating: "\u{1}", count: capacity)

    /// The placeholder's header: the Title element's ID (RFC 9559, 5.1.2.11) and its length in
    /// two bytes.
    private static let header: [UInt8] = [0x7b, 0xa9, UInt8(0x40 | capacity >> 8), UInt8(capacity & 0xff)]
    /// How many bytes at the start of the file are searched for the placeholder.
    private static let searched = 65_536

    /// Replaces the placeholder with the title.
    ///
    /// - Throws: ``FileError/Code/cannotWriteOutput``.
    static func fill(in path: String, title: String) throws(FileError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, .last) }
        defer { close(descriptor) }
        var front = [UInt8](repeating: 0, count: searched)
        let count = unsafe pread(descriptor, &front, searched, 0)
        guard count >= 0 else { throw failure(path, .last) }
        let wanted = header + Array(placeholder.utf8)
        let last = count - wanted.count
        guard last >= 0, let place = (0...last).first(where: { front[$0..<$0 + wanted.count].elementsEqual(wanted) })
        else {
            throw FileError(.internalFailure, "The video has no place for its title.")
        }
        let bytes = element(title)
        guard unsafe pwrite(descriptor, bytes, bytes.count, off_t(place)) == bytes.count else {
            throw failure(path, .last)
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

    private static func failure(_ path: String, _ error: SystemError) -> FileError {
        .output(.cannotWriteOutput, "The video cannot be written to", path: path, error: error)
    }
}
