import FlyingSocks
import Foundation

/// The beginning of an answer whose rest never comes.
///
/// The connection stays open, or is dropped there.
struct StallingBody: AsyncBufferedSequence {
    typealias Element = UInt8

    let sent: Data
    /// How many bytes the answer's head says there are.
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

        /// Lasts until the server ends, which cancels it.
        private func silence() async throws -> Data? {
            while true { try await Task.sleep(for: .seconds(60)) }
        }
    }
}
