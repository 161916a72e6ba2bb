import Files
import Glibc
import LibAV

/// The title of a Matroska file, which stands in front of the pictures but
/// is known only after them.
///
/// A placeholder keeps the room; what the title leaves of it becomes an
/// element that readers pass over (Void, RFC 8794, 11.3.2).
enum MatroskaTitle {
    /// The longest title, in bytes; WebKit's are not longer than 4000.
    static let capacity = 4096
    /// What is written at first.
    static let placeholder = String(repeating: "\u{1}", count: capacity)

    /// The placeholder's element: the identifier (RFC 9559, 5.1.2.11) and the
    /// length in two bytes.
    private static let header: [UInt8] = [0x7b, 0xa9, UInt8(0x40 | capacity >> 8), UInt8(capacity & 0xff)]
    /// How far into the file the element may stand.
    private static let searched = 65_536

    /// Puts the title where the placeholder is.
    ///
    /// - Throws: ``FileError/Code/cannotWriteOutput``.
    static func fill(in path: String, title: String) throws(FileError) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, .last) }
        defer { close(descriptor) }
        var front = [UInt8](repeating: 0, count: searched)
        let count = pread(descriptor, &front, searched, 0)
        guard count >= 0 else { throw failure(path, .last) }
        let wanted = header + Array(placeholder.utf8)
        let last = count - wanted.count
        guard last >= 0, let place = (0...last).first(where: { front[$0..<$0 + wanted.count].elementsEqual(wanted) })
        else {
            throw FileError(.internalFailure, "The video has no place for its title.")
        }
        let bytes = element(title)
        guard pwrite(descriptor, bytes, bytes.count, off_t(place)) == bytes.count else { throw failure(path, .last) }
    }

    /// The title's element and the one that fills the room, together as long
    /// as the placeholder's.
    static func element(_ title: String) -> [UInt8] {
        var title = title
        while title.utf8.count > capacity - 4 { title.removeLast() }
        let text = Array(title.utf8)
        let titleElement = text.isEmpty ? [] : Array(header.prefix(2)) + length(text.count) + text
        // One byte of identifier and two of length.
        let rest = header.count + capacity - titleElement.count - 3
        return titleElement + [0xec] + length(rest) + [UInt8](repeating: 0, count: rest)
    }

    /// A length in two bytes (RFC 8794, 4).
    private static func length(_ count: Int) -> [UInt8] { [UInt8(0x40 | count >> 8), UInt8(count & 0xff)] }

    private static func failure(_ path: String, _ error: SystemError) -> FileError {
        .output(.cannotWriteOutput, "The video could not be finished as", path: path, error: error)
    }
}
