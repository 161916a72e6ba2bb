import CLibAV
import Files
import Glibc

/// Lets libavformat read a file that consists of parts; owns its C handle.
///
/// Used by one thread at a time.
@safe final class PartsContext {
    let raw: UnsafeMutablePointer<AVIOContext>
    /// What the callbacks use.
    private let reading: Reading

    private final class Reading {
        let file: InputFile
        var position = 0

        init(_ file: InputFile) { self.file = file }
    }

    /// The size of libavformat's buffer, in bytes, as it uses for files (IO_BUFFER_SIZE in aviobuf.c).
    private static let bufferSize = 32_768

    init(_ file: InputFile) throws(LibAVError) {
        reading = Reading(file)
        let buffer = unsafe try checkAllocated("av_mallocz", av_mallocz(Self.bufferSize))
        let context = unsafe avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), CInt(Self.bufferSize), 0,
            Unmanaged.passUnretained(reading).toOpaque(), Self.read, nil, Self.seek)
        if unsafe context == nil { unsafe av_free(buffer) }
        unsafe raw = try checkAllocated("avio_alloc_context", context)
    }

    deinit {
        // libavformat may have replaced the buffer.
        unsafe av_free(raw.pointee.buffer)
        var raw: UnsafeMutablePointer<AVIOContext>? = unsafe raw
        unsafe avio_context_free(&raw)
    }

    private static let read: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, CInt) -> CInt = {
        opaque, buffer, count in
        guard let opaque = unsafe opaque, let buffer = unsafe buffer else { return -EINVAL }
        let reading = unsafe Unmanaged<Reading>.fromOpaque(opaque).takeUnretainedValue()
        do throws(FileError) {
            let bytes = try reading.file.read(Int(count), at: reading.position) { FileError(.unreadableInput, $0.text) }
            guard !bytes.isEmpty else { return recorder_averror_eof() }
            for index in bytes.indices { unsafe buffer[index] = bytes[index] }
            reading.position += bytes.count
            return CInt(bytes.count)
        } catch {
            return -EIO
        }
    }

    private static let seek: @convention(c) (UnsafeMutableRawPointer?, Int64, CInt) -> Int64 = {
        opaque, offset, origin in
        guard let opaque = unsafe opaque else { return -Int64(EINVAL) }
        let reading = unsafe Unmanaged<Reading>.fromOpaque(opaque).takeUnretainedValue()
        let length = Int64(reading.file.length)
        let position: Int64
        switch origin & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return length
        case SEEK_SET: position = offset
        case SEEK_CUR: position = Int64(reading.position) + offset
        case SEEK_END: position = length + offset
        default: return -Int64(EINVAL)
        }
        guard (0...length).contains(position) else { return -Int64(EINVAL) }
        reading.position = Int(position)
        return position
    }
}
