package import CLibAV
import Frames
package import LibAV

/// The kind of a media file, and the durations of its streams.
extension InputFormat {
    /// Whether the file contains a single picture.
    package var isStill: Bool { demuxer.hasSuffix("_pipe") }

    /// Whether the file is an animation such as a GIF.
    package var isAnimation: Bool { ["gif", "apng"].contains(demuxer) }

    /// Returns the duration that the file states for a stream, or zero.
    package func statedLength(of stream: UnsafePointer<AVStream>) -> Duration {
        // Matroska has one duration for all streams; libavformat stores a tag for each.
        if unsafe stream.pointee.duration <= 0, let own = unsafe taggedLength(of: stream) { return own }
        return unsafe duration(of: stream)
    }

    /// Returns the durations computed from the packets, by stream index; reads the whole file.
    package func countedLengths() throws(LibAVError) -> [Int: Duration] {
        var lengths: [Int: Duration] = [:]
        let packet = try Packet()
        while read(into: packet) {
            defer { packet.clear() }
            guard let stream = unsafe raw.pointee.streams[packet.stream],
                unsafe packet.raw.pointee.pts != Self.unknownTime
            else { continue }
            let end = unsafe packet.raw.pointee.pts + max(0, packet.raw.pointee.duration)
            let length = unsafe Self.duration(end, in: stream.pointee.time_base)
            lengths[packet.stream] = max(lengths[packet.stream] ?? .zero, length)
        }
        return lengths
    }
}
