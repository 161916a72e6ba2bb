import Files
import Frames
import LibAV

/// Encodes pictures at a constant frame rate.
///
/// Used on the encoder's thread only.
final class VideoEncoder {
    /// Converts frames to the encoder's pixel format.
    let converter: PixelConverter
    /// The codec context, from which the muxer takes the stream's parameters.
    let codec: CodecContext

    private let packet: Packet
    /// Scales frames to the video's size; `nil` if they have it.
    private let resizer: PictureResizer?
    private var nextIndex = 0
    /// The frame size, if the encoder needs a picture before it can be closed.
    private let sizeBeforeClosing: PixelSize?

    /// The number of frames encoded so far.
    var count: Int { nextIndex }

    /// The container, codec and encoder in use.
    let format: MovieFormat
    /// Warnings about the encoder for the user, as sentences.
    let warnings: [String]

    /// Opens the requested encoder, or the best available one for the codec.
    ///
    /// - Throws: ``FileError/Code/missingComponent`` if no encoder is available,
    ///   ``FileError/Code/invalidSettings`` if the encoders refuse the settings.
    init(_ settings: VideoSettings) throws(FileError) {
        try FFmpeg.load()
        try settings.validate()
        var warnings: [String] = []
        let opened = try Self.open(settings, &warnings)
        do throws(LibAVError) {
            packet = try Packet()
            format = MovieFormat(
                container: settings.container, codec: settings.codec, encoder: opened.name.rawValue,
                threads: opened.threads, hasAlpha: settings.hasAlpha)
            converter = try PixelConverter(
                frameSize: settings.scaledSize ?? settings.size, hasAlpha: settings.hasAlpha,
                format: settings.pictureFormat(for: opened.name), hardware: opened.hardware)
        } catch {
            throw .failure("Preparing the conversion of \(settings.size) pixels to video", error)
        }
        resizer = settings.scaledSize.map { PictureResizer(to: $0) }
        sizeBeforeClosing = opened.name == .svtAV1 ? settings.scaledSize ?? settings.size : nil
        codec = opened.codec
        if settings.codec == .h264, settings.rate == .quality(0), settings.stream.profile == nil {
            warnings.append(
                "Lossless H.264 (--quality 0) has the profile High 4:4:4 Predictive, which many players cannot show; "
                    + "--quality 1 keeps the profile High.")
        }
        self.warnings = warnings
    }

    deinit {
        // SVT-AV1 hangs if it is closed before its first picture (seen with 1.4.1). Errors no
        // longer matter here.
        guard nextIndex == 0, let size = sizeBeforeClosing else { return }
        try? codec.encodeOnlyPicture(PixelBuffer(size: size), with: converter)
    }

    private static func open(
        _ settings: VideoSettings, _ warnings: inout [String]
    ) throws(FileError) -> OpenedEncoder {
        let size = settings.pictureSize
        let others = VideoEncoderName.software(for: settings.codec).filter { $0 != settings.encoder }
        let fit = settings.fit
        var refusals: [(name: VideoEncoderName, error: LibAVError)] = []
        for name in [settings.encoder].compactMap(\.self) + others {
            var settings = settings
            if name != settings.encoder {
                // A tune has the names of the requested encoder.
                if settings.encoder != nil, let tune = settings.stream.tune, !name.tunes.contains(tune) {
                    settings.stream.tune = nil
                }
                guard settings.fit.reason(against: name) == nil else { continue }
            }
            do throws(LibAVError) {
                guard let opened = try OpenedEncoder.open(name, settings, size: size) else { continue }
                if let wish = settings.encoder, wish != name {
                    let refusal = refusals.first { $0.name == wish }
                    let reason = refusal.map { "cannot be used here (\($0.error))" } ?? "is not in this libavcodec"
                    let tune = settings.stream.tune == fit.stream.tune ? "" : ", without --tune"
                    warnings.append("The encoder \(wish.rawValue) \(reason); \(name.rawValue) encodes instead\(tune).")
                }
                return opened
            } catch {
                refusals.append((name, error))
            }
        }
        guard let last = refusals.last else { throw missing(settings.codec) }
        throw FileError(
            .invalidSettings,
            "The \(settings.codec.title) encoder refused a video of \(size) pixels at \(settings.frameRate) frames per "
                + "second with the preset \(settings.preset.rawValue). Try a smaller size or other settings.",
            cause: last.error)
    }

    private static func missing(_ codec: VideoCodec) -> FileError {
        let names = VideoEncoderName.software(for: codec).map(\.rawValue).joined(separator: ", ")
        return FFmpeg.missing("\(codec.title) encoder (\(names))")
    }

    /// Makes pixels the current picture.
    func show(_ pixels: PixelBuffer) throws(FileError) {
        let picture = try resizer?.resized(pixels) ?? pixels
        try attempt("Converting a picture to video", converter.convert(picture))
    }

    /// Encodes the current picture as the next frame.
    ///
    /// - Parameter write: Called with each encoded packet, which is valid only during the call.
    func encode(_ write: (borrowing Packet) throws(FileError) -> Void) throws(FileError) {
        try attempt("Encoding frame \(nextIndex)", converter.send(to: codec, at: nextIndex))
        nextIndex += 1
        try codec.drain(packet, packetDuration: 1, write)
    }

    /// Encodes the frames that the encoder still holds back.
    func finish(_ write: (borrowing Packet) throws(FileError) -> Void) throws(FileError) {
        try attempt("Encoding the last frames", codec.sendEnd())
        try codec.drain(packet, packetDuration: 1, write)
    }
}
