package import CLibAV

/// How HDR pictures are stored, which players must know to show their light and their colors.
package struct HDRFormat: Sendable, Equatable {
    /// The transfer function.
    package let transfer: PictureFormat.HDRTransfer
    /// The color properties that a film states.
    package let colors: VideoColors
    /// The display on which the film was graded; `nil` if the film does not state it.
    package let display: MasteringDisplay?
    /// The brightest light of the film; `nil` if the film does not state it.
    package let light: ContentLight?

    /// Describes how pictures are stored.
    package init(
        transfer: PictureFormat.HDRTransfer, colors: VideoColors, display: MasteringDisplay? = nil,
        light: ContentLight? = nil
    ) {
        (self.transfer, self.colors, self.display, self.light) = (transfer, colors, display, light)
    }

    /// The format of a decoded picture; `nil` if it is not HDR.
    ///
    /// - Parameters:
    ///   - frame: The picture.
    ///   - stream: Its stream, which may state what the picture does not.
    package init?(of frame: borrowing MediaFrame, in stream: UnsafePointer<AVStream>) {
        let format = PictureFormat(of: frame)
        guard let transfer = format.hdrTransfer, !format.isRGB else { return nil }
        self.transfer = transfer
        colors = VideoColors(hdr: format)
        display = unsafe MasteringDisplay(of: frame, in: stream)
        light = unsafe ContentLight(of: frame, in: stream)
    }

    /// The format's name, as people know it.
    package var name: String { transfer == .hlg ? "HLG" : display == nil && light == nil ? "PQ" : "HDR10" }
}

/// The brightest light of a film (CTA-861.3), in cd/m².
package struct ContentLight: Sendable, Equatable {
    /// The light of the brightest pixel: MaxCLL.
    package let brightestPixel: Int
    /// The light of the picture that is the brightest on average: MaxFALL.
    package let brightestAverage: Int

    /// The light that a picture or its stream states; `nil` if it does not.
    init?(of frame: borrowing MediaFrame, in stream: UnsafePointer<AVStream>) {
        let stated = unsafe frame.sideData(
            AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, in: stream,
            as: AVContentLightMetadata.self)
        // Two zeros say that the light is unknown.
        guard let stated, stated.MaxCLL > 0 || stated.MaxFALL > 0 else { return nil }
        (brightestPixel, brightestAverage) = (Int(stated.MaxCLL), Int(stated.MaxFALL))
    }

    /// The light as libav stores it.
    package var libav: AVContentLightMetadata {
        AVContentLightMetadata(MaxCLL: CUnsignedInt(brightestPixel), MaxFALL: CUnsignedInt(brightestAverage))
    }

    /// The light as encoders read it.
    package var text: String { "\(brightestPixel),\(brightestAverage)" }
}

extension MediaFrame {
    /// Side data of a picture, or else of its stream; `nil` if both lack it.
    func sideData<Value: BitwiseCopyable>(
        _ kind: AVFrameSideDataType, _ streamKind: AVPacketSideDataType, in stream: UnsafePointer<AVStream>,
        as type: Value.Type
    ) -> Value? {
        if let data = unsafe av_frame_get_side_data(raw, kind),
            unsafe Int(data.pointee.size) >= MemoryLayout<Value>.size
        {
            return unsafe UnsafeRawPointer(data.pointee.data).loadUnaligned(as: Value.self)
        }
        var size = 0
        guard let data = unsafe recorder_stream_side_data(stream, streamKind, &size), size >= MemoryLayout<Value>.size
        else { return nil }
        return unsafe UnsafeRawPointer(data).loadUnaligned(as: Value.self)
    }
}

extension VideoColors {
    /// The color properties that HDR pictures state; BT.2020's primaries and matrix, and the limited range, where they
    /// state nothing.
    init(hdr format: PictureFormat) {
        self.init(
            primaries: format.primaries == AVCOL_PRI_UNSPECIFIED ? AVCOL_PRI_BT2020 : format.primaries,
            transfer: format.transfer,
            matrix: format.colorSpace == AVCOL_SPC_UNSPECIFIED ? AVCOL_SPC_BT2020_NCL : format.colorSpace,
            range: format.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG, chroma: format.chromaLocation)
    }
}
