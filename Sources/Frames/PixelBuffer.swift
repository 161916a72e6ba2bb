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

    private let memory: UnsafeMutableRawBufferPointer
    private let onRelease: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Creates a picture from memory.
    ///
    /// - Parameters:
    ///   - memory: As long as ``byteCount(of:)``, aligned to ``alignment``.
    ///   - onRelease: Called with the memory once the last reference is gone.
    package init(
        size: PixelSize, hasAlpha: Bool, memory: UnsafeMutableRawBufferPointer,
        onRelease: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
    ) {
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
