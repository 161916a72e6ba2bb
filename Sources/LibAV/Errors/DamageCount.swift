import CLibAV
import Glibc
import Synchronization

/// Counts the lines of libav's log that tell of damage in a file, and that nothing else tells.
///
/// A decoder with several threads copies a picture's flags when it returns the picture, which another thread may still
/// decode. What it logs belongs to pictures that it has begun: all that are damaged and were returned, and some after
/// them. The demuxer of Matroska goes on after damage with the next cluster that it finds.
@safe final class DamageCount: Sendable {
    private let count = Atomic(0)

    /// The number of lines.
    var value: Int { count.load(ordering: .acquiring) }

    /// Counts where a decoder conceals damage: in its context, and in the copies of it that its threads have.
    ///
    /// The object must outlive the context.
    func watch(_ context: UnsafeMutablePointer<AVCodecContext>) {
        unsafe context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Counts what a demuxer cannot read.
    ///
    /// The object must outlive the context.
    func watch(_ context: UnsafeMutablePointer<AVFormatContext>) {
        unsafe context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Notes a line of libav's log; called on any thread.
    static func note(_ context: UnsafeMutableRawPointer?, _ level: CInt, _ format: UnsafePointer<CChar>?) {
        guard let context = unsafe context, let format = unsafe format,
            let type = unsafe context.load(as: UnsafePointer<AVClass>?.self)
        else { return }
        let opaque: UnsafeMutableRawPointer?
        // From libavcodec's error_resilience.c: "concealing %d DC, %d AC, %d MV errors in %c frame".
        if unsafe strncmp(format, "concealing ", 11) == 0, unsafe strcmp(type.pointee.class_name, "AVCodecContext") == 0
        {
            unsafe opaque = context.assumingMemoryBound(to: AVCodecContext.self).pointee.opaque
        } else if level <= AV_LOG_ERROR, unsafe strcmp(type.pointee.class_name, "AVFormatContext") == 0 {
            let context = unsafe context.assumingMemoryBound(to: AVFormatContext.self).pointee
            guard let demuxer = unsafe context.iformat, unsafe strncmp(demuxer.pointee.name, "matroska", 8) == 0 else {
                return
            }
            unsafe opaque = context.opaque
        } else {
            return
        }
        guard let opaque = unsafe opaque else { return }
        unsafe Unmanaged<DamageCount>.fromOpaque(opaque).takeUnretainedValue().count.add(1, ordering: .releasing)
    }
}
