import Synchronization

/// A picture's memory: 32 bits per pixel, in bytes blue, green, red and unused
/// (Cairo's `RGB24` and libav's `BGR0` on little-endian machines).
///
/// With transparency the fourth byte is alpha, and colors are premultiplied
/// (Cairo's `ARGB32`).
///
/// The code that takes a buffer from the ``PixelBufferPool`` fills it through
/// ``withMutableBytes(_:)``. Once the buffer is in a ``Frame``, any thread may read it and no
/// thread may write to it. The memory returns to the pool with the last reference.
@safe public final class PixelBuffer: @unchecked Sendable {
    // Sendable although the memory is mutable: the pool hands each buffer to one
    // owner, who writes only before publishing it.

    /// Width and height of the picture.
    public let size: PixelSize
    /// Bytes from one row to the next; a multiple of ``alignment``.
    public let stride: Int
    /// Whether the fourth byte of each pixel is its alpha.
    public let hasAlpha: Bool
    /// Alignment of the memory and of each row, in bytes: a cache line, which also
    /// suits the widest vector instructions.
    public static let alignment = 64

    /// A number that no other picture of this process has, also if it gets the same memory later.
    package let id: Int

    /// The ``id`` of the picture that is still in the memory when it comes from its pool; `nil` if that is unknown.
    package let predecessor: Int?

    private static let lastID = Atomic(0)

    /// A number for a picture.
    fileprivate static func newID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

    private let memory: UnsafeMutableRawBufferPointer
    private let onRelease: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Creates a picture from memory.
    ///
    /// - Parameters:
    ///   - memory: As long as ``byteCount(of:)``, aligned to ``alignment``.
    ///   - onRelease: Called with the memory once the last reference is gone.
    package convenience init(
        size: PixelSize, hasAlpha: Bool, memory: UnsafeMutableRawBufferPointer,
        onRelease: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
    ) {
        unsafe self.init(
            Self.newID(), after: nil, size: size, hasAlpha: hasAlpha, memory: memory, onRelease: onRelease)
    }

    /// Creates a picture with a number.
    fileprivate init(
        _ id: Int, after predecessor: Int?, size: PixelSize, hasAlpha: Bool, memory: UnsafeMutableRawBufferPointer,
        onRelease: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
    ) {
        self.id = id
        self.predecessor = predecessor
        self.size = size
        stride = Self.stride(forWidth: size.width)
        self.hasAlpha = hasAlpha
        unsafe self.memory = memory
        unsafe self.onRelease = onRelease
    }

    /// Creates a picture outside any pool; all bytes are zero.
    public convenience init(size: PixelSize, hasAlpha: Bool = false) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.byteCount(of: size), alignment: Self.alignment)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe self.init(size: size, hasAlpha: hasAlpha, memory: memory) { unsafe $0.deallocate() }
    }

    deinit { unsafe onRelease(memory) }

    /// Bytes from one row to the next in a picture of some width.
    static func stride(forWidth width: Int) -> Int {
        (width * 4 + alignment - 1) / alignment * alignment
    }

    /// The length of a picture of some size, in bytes.
    package static func byteCount(of size: PixelSize) -> Int { stride(forWidth: size.width) * size.height }

    /// Copies the picture into new memory.
    package func copy() -> PixelBuffer {
        let copy = PixelBuffer(size: size, hasAlpha: hasAlpha)
        unsafe withBytes { source in unsafe copy.withMutableBytes { unsafe $0.copyMemory(from: source) } }
        return copy
    }

    /// Lends the memory for reading; the pointer is valid in the closure only.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeRawBufferPointer(memory))
    }

    /// Lends the memory for writing, only before the buffer is published.
    public func withMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(memory)
    }
}

/// A fixed number of reusable pixel buffers.
///
/// The pool bounds a recording's memory, however slow the encoder is: while every
/// buffer is in the queue or with the encoder, `take()` returns `nil`. Memory is
/// allocated on first use and then reused, also by other pools with pictures of the
/// same length.
public final class PixelBufferPool: Sendable {
    /// Width and height of every picture.
    public let size: PixelSize
    /// The number of buffers.
    public let capacity: Int
    /// Whether the pictures have transparency.
    public let hasAlpha: Bool

    private let store: Store

    /// Creates a pool; allocates nothing yet.
    ///
    /// - Parameters:
    ///   - size: Width and height of every picture.
    ///   - capacity: The number of buffers; positive.
    ///   - hasAlpha: Whether the pictures have transparency.
    public init(size: PixelSize, capacity: Int, hasAlpha: Bool = false) {
        precondition(capacity > 0, "a pool without buffers can never give one")
        self.size = size
        self.capacity = capacity
        self.hasAlpha = hasAlpha
        store = Store(byteCount: PixelBuffer.byteCount(of: size))
    }

    /// Creates a pool of memory that another object owns.
    ///
    /// - Parameters:
    ///   - memory: One region for each buffer, as ``PixelBuffer`` needs it.
    ///   - owner: Frees the memory; kept alive by the pool and its buffers.
    package init(size: PixelSize, hasAlpha: Bool, memory: [UnsafeMutableRawBufferPointer], owner: any Sendable) {
        self.size = size
        self.hasAlpha = hasAlpha
        capacity = unsafe memory.count
        store = unsafe Store(
            byteCount: PixelBuffer.byteCount(of: size), memory: memory.map { UInt(bitPattern: $0.baseAddress) },
            owner: owner)
    }

    /// Creates a recording's pool: as many pictures as fit into 70 MB, from 5 to
    /// 16.
    public convenience init(ofRecording size: PixelSize, hasAlpha: Bool = false) {
        self.init(size: size, capacity: Self.capacity(ofRecording: size, isLive: true), hasAlpha: hasAlpha)
    }

    /// The number of pictures in a recording's pool.
    ///
    /// - Parameter isLive: Whether the page does not wait for the encoder, so that the pool must last while the encoder
    ///   is slow: half a second at 1280x720 and 30 fps. A page that waits needs less, and is recorded as fast with 6 as
    ///   with 16: pictures only smooth out that some take longer.
    package static func capacity(ofRecording size: PixelSize, isLive: Bool) -> Int {
        let (memory, most) = isLive ? (70_000_000, 16) : (50_000_000, 8)
        return min(most, max(5, memory / (size.width * size.height * 4)))
    }

    /// Takes a buffer; `nil` while all are in use.
    ///
    /// Its bytes are undefined.
    public func take() -> PixelBuffer? {
        let id = PixelBuffer.newID()
        guard let (memory, predecessor) = unsafe store.take(for: id, capacity: capacity) else { return nil }
        return unsafe PixelBuffer(id, after: predecessor, size: size, hasAlpha: hasAlpha, memory: memory) { [store] in
            unsafe store.giveBack($0)
        }
    }

    /// The memory itself, which outlives the pool while a buffer is in use.
    private final class Store: Sendable {
        // Addresses, as pointers are not Sendable. Each is either in the list or in
        // one buffer.
        private struct State {
            /// The owner's memory that is not in use.
            var idle: [UInt] = []
            /// The last picture in each of them, by address.
            var pictures: [UInt: Int] = [:]
            var inUse = 0
        }

        private let byteCount: Int
        private let state: Mutex<State>
        /// The memory's owner; `nil` if it is allocated when needed.
        private let owner: (any Sendable)?

        init(byteCount: Int, memory: [UInt] = [], owner: (any Sendable)? = nil) {
            self.byteCount = byteCount
            self.owner = owner
            state = Mutex(State(idle: memory))
            if owner == nil { SpareMemory.addPool() }
        }

        deinit { if owner == nil { SpareMemory.removePool() } }

        /// Takes memory for a picture.
        ///
        /// - Returns: The memory and the last picture in it, if that is known; `nil` while all memory is in use.
        func take(for id: Int, capacity: Int) -> (memory: UnsafeMutableRawBufferPointer, predecessor: Int?)? {
            let taken: (address: UInt?, predecessor: Int?)? = state.withLock { state in
                guard state.inUse < capacity else { return nil }
                state.inUse += 1
                guard let address = state.idle.popLast() else { return (nil, nil) }
                return (address, state.pictures.updateValue(id, forKey: address))
            }
            guard let taken else { return nil }
            if let own = unsafe taken.address.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) {
                return unsafe (UnsafeMutableRawBufferPointer(start: own, count: byteCount), taken.predecessor)
            }
            return unsafe (SpareMemory.take(byteCount), nil)
        }

        func giveBack(_ memory: UnsafeMutableRawBufferPointer) {
            let address = UInt(bitPattern: memory.baseAddress)
            state.withLock { state in
                state.inUse -= 1
                if owner != nil { state.idle.append(address) }
            }
            if owner == nil { unsafe SpareMemory.giveBack(memory) }
        }
    }
}
