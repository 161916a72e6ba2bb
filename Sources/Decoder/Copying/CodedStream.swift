package import CLibAV
package import Frames
import LibAV

/// The properties that streams of pictures share whose packets can follow each other.
package struct CodedStream: Sendable {
    /// The codec.
    package let codec: AVCodecID
    /// libavcodec's name of the codec, such as `h264`.
    package var codecName: String { unsafe String(cString: avcodec_get_name(codec)) }
    /// The upright size of the pictures, with square pixels.
    package let size: PixelSize
    /// Whether the pictures are HDR, or in another gamut than usual, so that showing them changes their colors.
    package let isHDR: Bool
    /// Whether the pictures are turned or mirrored for display.
    package let isTurned: Bool
    /// Whether the file states that the pictures are interlaced.
    let isInterlaced: Bool
    /// What the stream states that no output can hold; `nil` if nothing.
    let loss: String?
    /// The properties that must be the same, with their names for messages.
    private let properties: [(name: String, value: [UInt8])]

    /// Reads a movie's stream.
    init(_ stream: UnsafePointer<AVStream>, _ parameters: AVCodecParameters, in input: borrowing InputFormat) {
        codec = unsafe parameters.codec_id
        let orientation = unsafe Orientation(of: stream)
        size = unsafe orientation.turned(input.displaySize(of: stream))
        isTurned = !orientation.isUpright
        isHDR =
            unsafe PictureFormat.HDRTransfer(parameters.color_trc) != nil
            || parameters.color_primaries == AVCOL_PRI_BT2020
        isInterlaced = unsafe ![AV_FIELD_UNKNOWN, AV_FIELD_PROGRESSIVE].contains(parameters.field_order)
        let losses = [
            ("a Dolby Vision layer", AV_PKT_DATA_DOVI_CONF), ("a spherical projection", AV_PKT_DATA_SPHERICAL),
            ("stereoscopic pictures", AV_PKT_DATA_STEREO3D),
        ]
        loss = losses.first { unsafe !Self.sideData($0.1, of: stream).isEmpty }?.0
        func bytes(_ numbers: Int...) -> [UInt8] {
            numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        }
        let (own, coded) = unsafe (stream.pointee.sample_aspect_ratio, parameters.sample_aspect_ratio)
        let ratio = own.num > 0 ? own : coded
        // ProRes states its profile in the tag.
        let tag = unsafe codec == AV_CODEC_ID_PRORES ? Int(parameters.codec_tag) : 0
        properties = unsafe [
            ("codec", bytes(Int(codec.rawValue), tag)),
            ("size", bytes(Int(parameters.width), Int(parameters.height))),
            ("pixel aspect", bytes(Int(max(1, ratio.num)), Int(max(1, ratio.den)))),
            ("pixel format", bytes(Int(parameters.format))),
            ("order of fields", bytes(isInterlaced ? Int(parameters.field_order.rawValue) : 0)),
            (
                "colors",
                bytes(
                    Int(parameters.color_range.rawValue), Int(parameters.color_primaries.rawValue),
                    Int(parameters.color_trc.rawValue), Int(parameters.color_space.rawValue),
                    Int(parameters.chroma_location.rawValue))
            ),
            ("orientation", Self.sideData(AV_PKT_DATA_DISPLAYMATRIX, of: stream)),
            (
                "HDR metadata",
                Self.sideData(AV_PKT_DATA_MASTERING_DISPLAY_METADATA, of: stream)
                    + Self.sideData(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, of: stream)
            ),
            ("color profile", Self.sideData(AV_PKT_DATA_ICC_PROFILE, of: stream)),
            (
                "parameters of the codec",
                [UInt8](
                    UnsafeBufferPointer(start: parameters.extradata, count: max(0, Int(parameters.extradata_size))))
            ),
        ]
    }

    /// The name of the first property that another stream has with another value; `nil` if it is alike.
    func difference(from other: CodedStream) -> String? {
        zip(properties, other.properties).first { $0.value != $1.value }?.0.name
    }

    private static func sideData(_ type: AVPacketSideDataType, of stream: UnsafePointer<AVStream>) -> [UInt8] {
        var size = 0
        guard let data = unsafe recorder_stream_side_data(stream, type, &size) else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: size))
    }
}
