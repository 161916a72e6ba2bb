import CLibAV
import Glibc
import Synchronization

/// Counts the pictures in which a decoder has concealed damage, as libavcodec logs them.
///
/// A decoder with several threads copies a picture's flags when it returns the picture, which another thread may still
/// decode. What it logs belongs to pictures that it has begun: all that are damaged and were returned, and some after
/// them.
@safe final class ConcealmentCount: Sendable {
    private let count = Atomic(0)

    /// Whether damage was concealed.
    var isPositive: Bool { count.load(ordering: .acquiring) > 0 }

    /// Counts in a decoder's context, and in the copies of it that its threads have.
    ///
    /// The object must outlive the context.
    func watch(_ context: UnsafeMutablePointer<AVCodecContext>) {
        unsafe context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Notes a line of libav's log; called on any thread.
    static func note(_ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?) {
        // From libavcodec's error_resilience.c: "concealing %d DC, %d AC, %d MV errors in %c frame".
        guard let context = unsafe context, let format = unsafe format,
            unsafe strncmp(format, "concealing ", 11) == 0,
            let type = unsafe context.load(as: UnsafePointer<AVClass>?.self),
            unsafe strcmp(type.pointee.class_name, "AVCodecContext") == 0,
            let opaque = unsafe context.assumingMemoryBound(to: AVCodecContext.self).pointee.opaque
        else { return }
        unsafe Unmanaged<ConcealmentCount>.fromOpaque(opaque).takeUnretainedValue().count.add(1, ordering: .releasing)
    }
}
