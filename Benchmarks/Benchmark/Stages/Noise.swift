/// Fills memory with pseudorandom numbers that are the same in each run.
///
/// The generator is xorshift64 (Marsaglia, "Xorshift RNGs", 2003).
@safe struct Noise {
    private let bytes: UnsafeMutableRawBufferPointer
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// Creates a generator.
    init(_ bytes: UnsafeMutableRawBufferPointer) { unsafe self.bytes = bytes }

    /// Fills the memory.
    mutating func fill() {
        for offset in unsafe stride(from: 0, to: bytes.count - 7, by: 8) {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            unsafe bytes.storeBytes(of: state, toByteOffset: offset, as: UInt64.self)
        }
    }
}
