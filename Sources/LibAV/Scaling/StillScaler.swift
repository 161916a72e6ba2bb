import CLibAV
package import Frames

/// Scales single pictures by averaging areas.
package enum StillScaler {
    /// Scales a picture; alpha is preserved.
    package static func scaled(_ pixels: PixelBuffer, to size: PixelSize) throws(LibAVError) -> PixelBuffer {
        guard size != pixels.size else { return pixels }
        // Premultiplied colors can be averaged as they are.
        let format = pixels.hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0
        let context = try checkAllocated(
            "sws_getContext",
            sws_getContext(
                CInt(pixels.size.width), CInt(pixels.size.height), format, CInt(size.width), CInt(size.height), format,
                recorder_sws_area | recorder_sws_accurate_rnd | recorder_sws_full_chr_h_inp
                    | recorder_sws_full_chr_h_int, nil, nil, nil))
        defer { sws_freeContext(context) }
        let target = PixelBuffer(size: size, hasAlpha: pixels.hasAlpha)
        let code = pixels.withBytes { from in
            target.withMutableBytes { to in
                let source = [from.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil]
                let planes = [to.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil]
                return sws_scale(
                    context, source, [CInt(pixels.stride), 0, 0, 0], 0, CInt(pixels.size.height), planes,
                    [CInt(target.stride), 0, 0, 0])
            }
        }
        try check("sws_scale", code)
        return target
    }
}
