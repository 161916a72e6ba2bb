import CLibAV
package import Frames

/// Brings pictures of 32 bits a pixel to another size; owns its C handle.
package struct SizeScaler: ~Copyable {
    private let raw: recorder_sws_context
    private let height: CInt

    private init(owning raw: recorder_sws_context, height: CInt) {
        self.raw = raw
        self.height = height
    }

    deinit { sws_freeContext(raw) }

    /// Makes a converter.
    ///
    /// - Parameters:
    ///   - source: What comes in.
    ///   - target: What goes out.
    ///   - hasAlpha: Whether both have transparency; colours that are
    ///     multiplied by their alpha are averaged as they are.
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

    /// Converts a part of a picture.
    ///
    /// - Parameters:
    ///   - offset: Bytes from the picture's first pixel to that of the part.
    ///   - target: Of the size that goes out.
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
