import CLibAV
import Files
import Frames
import LibAV

/// Decodes the frames of a GIF or APNG, one at a time.
///
/// Use from one thread at a time.
final class PictureAnimation: AnimatedPicture {
    private let path: String
    private let file: InputFile
    private let input: InputFormat
    private let decoder: CodecContext
    private let packet: Packet
    private let frame: MediaFrame
    private let timeBase: AVRational
    private let profile: ColorProfile?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - front: The file, or its beginning.
    ///   - kind: Its format.
    /// - Throws: ``FileError/Code/unreadableInput``.
    init(_ front: PictureContents, _ kind: PictureKind) throws(FileError) {
        let path = front.path
        self.path = path
        profile = kind == .apng ? try front.colorProfileOfAPNG() : nil
        file = try InputFile(path) { PictureContents.unreadable(path, $0.reason) }
        do throws(LibAVError) {
            // Through the descriptor, because libavformat takes a path with `%d` as an image
            // sequence.
            input = try InputFormat(
                path: file.reopenPath, as: kind == .apng ? .apng : .gif, examinesStreams: false)
            guard let stream = unsafe input.raw.pointee.nb_streams > 0 ? input.raw.pointee.streams[0] : nil,
                let decoder = try unsafe CodecContext.decoder(for: stream)
            else { throw LibAVError(code: recorder_averror_invalid_data(), function: "avformat_open_input") }
            decoder.configureForPictures(kind)
            self.decoder = decoder
            timeBase = unsafe stream.pointee.time_base
            packet = try Packet()
            frame = try MediaFrame()
        } catch {
            throw PictureContents.unreadable(path, "it is damaged", cause: error)
        }
    }

    func next() throws(FileError) -> PictureFrame? {
        packet.clear()
        guard input.read(into: packet) else { return nil }
        do throws(LibAVError) {
            guard try decoder.decode(packet), case .output = try decoder.receiveTolerantly(into: frame) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
            }
            // Animations are shown as stored. In FFmpeg 9.0, an APNG's Exif orientation is reported by its first frame,
            // and not by the others.
            let pixels = try frame.uprightPixels(Orientation(), profile: profile)
            return PictureFrame(pixels: pixels, duration: packetDuration)
        } catch {
            throw PictureContents.unreadable(
                path, "one of its frames is damaged, or larger than \(PictureReader.mostPixels >> 20) megapixels",
                cause: error)
        }
    }

    func length() -> Duration? {
        var (length, count) = (Duration.zero, 0)
        while input.read(into: packet) {
            length += packetDuration
            count += 1
            packet.clear()
        }
        return count > 1 ? length : nil
    }

    /// The duration of the packet's frame; a tenth of a second if it states none.
    private var packetDuration: Duration {
        let duration = unsafe InputFormat.duration(packet.raw.pointee.duration, in: timeBase)
        return duration > .zero ? duration : .milliseconds(100)
    }
}
