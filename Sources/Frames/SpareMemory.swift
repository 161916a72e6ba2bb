import Synchronization

/// Memory of pictures that no pool uses at the moment, for all pools of the process.
///
/// Two clips and their transition need several pictures each, but not at once. One store for all of them, limited in
/// bytes, keeps large pictures from filling the memory.
enum SpareMemory {
    fileprivate struct State {
        /// The addresses, as pointers are not Sendable, and the lengths in bytes; the least recently used first.
        var spare: [(address: UInt, byteCount: Int)] = []
        var bytes = 0
        /// The number of pools.
        var pools = 0
    }

    private static let state = Mutex(State())

    /// The most memory that is kept, in bytes: a picture of 3840x2160 pixels.
    private static let limit = 40_000_000

    /// Counts a pool that uses the memory.
    static func addPool() { state.withLock { $0.pools += 1 } }

    /// Frees the memory with the last pool.
    static func removePool() {
        let unused = state.withLock { state in
            state.pools -= 1
            return state.pools == 0 ? state.shrink(to: 0) : []
        }
        free(unused)
    }

    /// Returns memory of a length, whose bytes are undefined.
    static func take(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        let address: UInt? = state.withLock { state in
            guard let index = state.spare.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
            state.bytes -= byteCount
            return state.spare.remove(at: index).address
        }
        if let spare = unsafe address.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) {
            return unsafe UnsafeMutableRawBufferPointer(start: spare, count: byteCount)
        }
        return .allocate(byteCount: byteCount, alignment: PixelBuffer.alignment)
    }

    /// Keeps memory that came from ``take(_:)``, and frees what exceeds the limit.
    static func giveBack(_ memory: UnsafeMutableRawBufferPointer) {
        let unused = state.withLock { state in
            state.spare.append((UInt(bitPattern: memory.baseAddress), memory.count))
            state.bytes += memory.count
            return state.shrink(to: state.pools == 0 ? 0 : limit)
        }
        free(unused)
    }

    private static func free(_ addresses: [UInt]) {
        for address in addresses { unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
    }
}

extension SpareMemory.State {
    /// Removes the memory that has waited longest until the rest is within a limit.
    ///
    /// - Returns: The addresses to free.
    fileprivate mutating func shrink(to limit: Int) -> [UInt] {
        var removed: [UInt] = []
        while bytes > limit {
            let oldest = spare.removeFirst()
            bytes -= oldest.byteCount
            removed.append(oldest.address)
        }
        return removed
    }
}
