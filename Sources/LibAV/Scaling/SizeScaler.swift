import CLibAV
package import Frames

/// Scales 32-bit pictures to another size; owns its C handle.
package struct SizeScaler: ~Copyable {
    private let raw: recorder_sws_context
    private let height: CInt

    private init(owning raw: recorder_sws_context, height: CInt) {
        self.raw = raw
        self.height = height
    }

    deinit { sws_freeContext(raw) }

    /// Creates a scaler.
    ///
    /// - Parameters:
    ///   - source: The input's size.
    ///   - target: The output's size.
    ///   - hasAlpha: Whether both have alpha; it must be premultiplied for correct averages.
    package static func make(from source: PixelSize, to target: PixelSize, hasAlpha: Bool) throws(LibAVError)
        -> SizeScaler
    {
        let format = hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0
        let isSmaller = target.width <= source.width && target.height <= source.height
        let flags = recorder_sws_accurate_rnd | recorder_sws_full_chr_h_inp | recorder_sws_full_chr_h_int
        let context = try checkAllocated(
            "sws_getContext",
            sws_getContext(
                CInt(source.width), CInt(source.height), format, CInt(target.width), CInt(target.height), format,
                flags | (isSmaller ? recorder_sws_area : recorder_sws_bicubic), nil, nil, nil))
        return SizeScaler(owning: context, height: CInt(source.height))
    }

    /// Scales a part of a picture.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - offset: Bytes from the picture's first pixel to the part's first pixel.
    ///   - target: The output, of the scaler's target size.
    package func scale(_ picture: PixelBuffer, offset: Int, into target: PixelBuffer) throws(LibAVError) {
        let code = picture.withBytes { from in
            target.withMutableBytes { to in
                let source = [from.bindMemory(to: UInt8.self).baseAddress.map { $0 + offset }, nil, nil, nil]
                let planes = [to.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil]
                return sws_scale(
                    raw, source, [CInt(picture.stride), 0, 0, 0], 0, height, planes, [CInt(target.stride), 0, 0, 0])
            }
        }
        try check("sws_scale", code)
    }
}
