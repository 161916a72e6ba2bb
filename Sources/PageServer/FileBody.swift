import FlyingSocks
import Foundation

/// The bytes of a file, or a part of them, read as they are sent.
struct FileBody: AsyncBufferedSequence {
    typealias Element = UInt8

    /// Bytes that are read and sent at a time.
    static let chunk = 65_536

    /// A file that became shorter than its answer's head says.
    ///
    /// The connection ends then, which tells the other side; it would wait for
    /// the rest for ever otherwise.
    struct CutShort: Error {}

    let file: ServedFile
    let range: Range<Int>

    func makeAsyncIterator() -> Iterator { Iterator(file: file, rest: range) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let file: ServedFile
        fileprivate var rest: Range<Int>

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else { return nil }
            var data = Data(count: Swift.min(count, rest.count))
            let read = data.withUnsafeMutableBytes { file.read(into: $0, at: rest.lowerBound) }
            guard read > 0 else { throw CutShort() }
            rest = rest.dropFirst(read)
            return data.prefix(read)
        }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }
    }
}
