/// One picture's memory: 32 bits a pixel, blue, green, red, unused in the
/// order of bytes (Cairo's `RGB24` and libav's `BGR0` on little-endian
/// machines).
///
/// With transparency the fourth byte is the alpha, by which the
/// colours are multiplied (Cairo's `ARGB32`).
///
/// Its life has two halves. Whoever took it from the ``PixelBufferPool``
/// fills it through ``withMutableBytes(_:)``; once it is inside a ``Frame``
/// it is read only, by any thread. The memory goes back to the pool with
/// the last reference.
public final class PixelBuffer: @unchecked Sendable {
    // Sendable, although the memory is mutable: the pool hands each buffer
    // to one owner, who writes before publishing and never after.

    /// Width and height of the picture.
    public let size: PixelSize
    /// Bytes from one row to the next; a multiple of ``alignment``.
    public let stride: Int
    /// Whether the fourth byte of each pixel is its alpha.
    public let hasAlpha: Bool
    /// Start of memory and of each row, in bytes: a cache line, which is
    /// also what the widest vector instructions want.
    public static let alignment = 64

    private let memory: UnsafeMutableRawBufferPointer
    private let onRelease: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Makes a picture of some memory.
    ///
    /// - Parameters:
    ///   - memory: As long as ``byteCount(of:)``, aligned to ``alignment``.
    ///   - onRelease: Called with the memory when nobody has the picture any more.
    package init(
        size: PixelSize, hasAlpha: Bool, memory: UnsafeMutableRawBufferPointer,
        onRelease: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
    ) {
        self.size = size
        stride = Self.stride(forWidth: size.width)
        self.hasAlpha = hasAlpha
        self.memory = memory
        self.onRelease = onRelease
    }

    /// Makes a picture with memory of its own, all of it zero; for single ones.
    public convenience init(size: PixelSize, hasAlpha: Bool = false) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.byteCount(of: size), alignment: Self.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        self.init(size: size, hasAlpha: hasAlpha, memory: memory) { $0.deallocate() }
    }

    deinit { onRelease(memory) }

    /// Bytes between rows for a picture of some width.
    static func stride(forWidth width: Int) -> Int {
        (width * 4 + alignment - 1) / alignment * alignment
    }

    /// Bytes of a picture of some size.
    package static func byteCount(of size: PixelSize) -> Int { stride(forWidth: size.width) * size.height }

    /// Copies the picture into new memory.
    package func copy() -> PixelBuffer {
        let copy = PixelBuffer(size: size, hasAlpha: hasAlpha)
        withBytes { source in copy.withMutableBytes { $0.copyMemory(from: source) } }
        return copy
    }

    /// Lends the memory for reading; the pointer ends with the closure.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory))
    }

    /// Lends the memory for writing; only before the buffer is published.
    public func withMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(memory)
    }
}
