import FlyingSocks
import Foundation

/// The bytes of a file, or a range of them, read as they are sent.
struct FileBody: AsyncBufferedSequence {
    typealias Element = UInt8

    /// The number of bytes that are read and sent at a time.
    static let chunk = 65_536

    let file: ServedFile
    let range: Range<Int>

    func makeAsyncIterator() -> Iterator { Iterator(file: file, rest: range) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let file: ServedFile
        fileprivate var rest: Range<Int>

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else { return nil }
            var data = Data(count: Swift.min(count, rest.count))
            let read = unsafe data.withUnsafeMutableBytes { unsafe file.read(into: $0, at: rest.lowerBound) }
            // A file that has become shorter than the response's Content-Length closes the connection; otherwise the
            // client would wait forever for the rest.
            guard read > 0 else { throw SocketError.disconnected }
            rest = rest.dropFirst(read)
            return data.prefix(read)
        }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }
    }
}
