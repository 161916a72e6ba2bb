import FlyingSocks
import Foundation

/// The start of a response that never completes.
///
/// The connection stays open, or is dropped at that point.
struct StallingBody: AsyncBufferedSequence {
    typealias Element = UInt8

    let sent: Data
    /// The response's Content-Length.
    let promised: Int
    var dropsConnection = false

    struct Dropped: Error {}

    func makeAsyncIterator() -> Iterator { Iterator(rest: sent, dropsConnection: dropsConnection) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var rest: Data
        fileprivate let dropsConnection: Bool

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else {
                if dropsConnection { throw Dropped() }
                return try await silence()
            }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

        /// Runs until the server ends, which cancels it.
        private func silence() async throws -> Data? {
            while true { try await Task.sleep(for: .seconds(60)) }
        }
    }
}
