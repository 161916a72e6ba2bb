import CLibAV
import CPictureLibraries
import Frames
import LibAV

/// The decoded samples of a HEIC or AVIF picture; owns libheif's image.
@safe final class HEIFPlanes {
    private let library: UnsafePointer<recorder_heif>
    private let image: OpaquePointer
    /// The colors as numbers of ITU-T H.273; 2 where the file does not state them.
    private let (primaries, transfer, matrix): (UInt32, UInt32, UInt32)
    private let isFullRange: Bool

    /// Takes an image that libheif decoded.
    ///
    /// - Parameters:
    ///   - handle: The picture in the file, valid during the call.
    ///   - image: The image.
    init(_ library: UnsafePointer<recorder_heif>, _ handle: OpaquePointer, _ image: OpaquePointer) {
        unsafe self.library = library
        unsafe self.image = image
        var colors: UnsafeMutablePointer<heif_color_profile_nclx>?
        // The image also has what the bitstream states, unless libheif converted it, as up to 1.15 always.
        if unsafe library.pointee.heif_image_get_nclx_color_profile(image, &colors).code != heif_error_Ok {
            _ = unsafe library.pointee.heif_image_handle_get_nclx_color_profile(handle, &colors)
        }
        if let colors = unsafe colors {
            unsafe primaries = colors.pointee.color_primaries.rawValue
            unsafe transfer = colors.pointee.transfer_characteristics.rawValue
            unsafe matrix = colors.pointee.matrix_coefficients.rawValue
            unsafe isFullRange = colors.pointee.full_range_flag != 0
            unsafe library.pointee.heif_nclx_color_profile_free(colors)
        } else {
            (primaries, transfer, matrix, isFullRange) = (2, 2, 2, true)
        }
    }

    deinit { unsafe library.pointee.heif_image_release(image) }

    /// Whether light is stored as PQ or HLG (ITU-T H.273, table 3).
    var isHDR: Bool { transfer == 16 || transfer == 18 }

    /// The profile of the stated primaries, if they are not those of sRGB.
    var profile: ColorProfile? { ColorProfile(primaries: AVColorPrimaries(primaries)) }

    /// Converts planes of luma and chroma to 32-bit pixels; alpha stays as stored.
    ///
    /// - Returns: `nil` if the picture is RGB, or in a matrix that is not supported.
    func pixels(hasAlpha: Bool) throws(LibAVError) -> PixelBuffer? {
        let space = unsafe library.pointee.heif_image_get_colorspace(image)
        let depth = unsafe Int(library.pointee.heif_image_get_bits_per_pixel_range(image, heif_channel_Y))
        guard space == heif_colorspace_YCbCr || space == heif_colorspace_monochrome,
            [1, 2, 4, 5, 6, 7, 9].contains(matrix), let sampling, [8, 10, 12].contains(depth)
        else { return nil }
        let size = unsafe PixelSize(
            width: Int(library.pointee.heif_image_get_width(image, heif_channel_Y)),
            height: Int(library.pointee.heif_image_get_height(image, heif_channel_Y)))
        let format = unsafe av_get_pix_fmt("yuv\(hasAlpha ? "a" : "")\(sampling)p\(depth > 8 ? String(depth) : "")")
        // libav has no format of 4:2:2 and 4:4:4 with alpha and some depths in some versions.
        guard format != AV_PIX_FMT_NONE else { return nil }
        let frame = try MediaFrame(size: size, format: format)
        unsafe frame.raw.pointee.colorspace = AVColorSpace(matrix)
        unsafe frame.raw.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        let channels = [heif_channel_Y, heif_channel_Cb, heif_channel_Cr] + (hasAlpha ? [heif_channel_Alpha] : [])
        for (plane, channel) in channels.enumerated() {
            unsafe copy(channel, depth, to: frame.plane(plane), frame.stride(plane))
        }
        return try frame.storedPixels()
    }

    /// libav's name of the chroma subsampling.
    private var sampling: String? {
        switch unsafe library.pointee.heif_image_get_chroma_format(image) {
        // Gray: heif_chroma_monochrome, or since libheif 1.19 heif_chroma_planar.
        case heif_chroma(0), heif_chroma_444: "444"
        case heif_chroma_422: "422"
        case heif_chroma_420: "420"
        default: nil
        }
    }

    /// Copies a channel, in another depth if necessary; a missing one is neutral chroma.
    private func copy(
        _ channel: heif_channel, _ depth: Int, to target: UnsafeMutablePointer<UInt8>?, _ targetStride: Int
    ) {
        guard let target = unsafe target.map({ UnsafeMutableRawPointer($0) }) else { return }
        var stride: CInt = 0
        let source = unsafe library.pointee.heif_image_get_plane_readonly(image, channel, &stride)
        let shown = unsafe source == nil ? heif_channel_Y : channel
        let width = unsafe Int(library.pointee.heif_image_get_width(image, shown))
        let height = unsafe Int(library.pointee.heif_image_get_height(image, shown))
        let stored = unsafe Int(library.pointee.heif_image_get_bits_per_pixel_range(image, shown))
        let (from, to) = (stored > 8 ? 2 : 1, depth > 8 ? 2 : 1)
        let (most, all) = ((1 << stored) - 1, (1 << depth) - 1)
        for row in 0..<height {
            for column in 0..<width {
                var value = 1 << (depth - 1)
                if let source = unsafe source {
                    let place = unsafe UnsafeRawPointer(source) + row * Int(stride) + column * from
                    unsafe value =
                        from == 1
                        ? Int(place.load(as: UInt8.self)) : Int(place.loadUnaligned(as: UInt16.self))
                    if most != all { value = (value * all + most / 2) / most }
                }
                let place = unsafe target + row * targetStride + column * to
                if to == 1 {
                    unsafe place.storeBytes(of: UInt8(clamping: value), as: UInt8.self)
                } else {
                    unsafe place.storeBytes(of: UInt16(clamping: value), as: UInt16.self)
                }
            }
        }
    }

    /// Reorders interleaved RGB of 8 bits, as libheif converts to it, with alpha as stored.
    func interleaved(hasAlpha: Bool) -> PixelBuffer {
        var stride: CInt = 0
        let size = unsafe PixelSize(
            width: Int(library.pointee.heif_image_get_width(image, heif_channel_interleaved)),
            height: Int(library.pointee.heif_image_get_height(image, heif_channel_interleaved)))
        let pixels = PixelBuffer(size: size, hasAlpha: hasAlpha)
        let bytes = hasAlpha ? 4 : 3
        guard
            let source = unsafe library.pointee.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride)
        else { return pixels }
        unsafe pixels.withMutableBytes { target in
            for row in 0..<size.height {
                for column in 0..<size.width {
                    let from = unsafe source + row * Int(stride) + column * bytes
                    let to = row * pixels.stride + column * 4
                    unsafe (target[to], target[to + 1], target[to + 2]) = (from[2], from[1], from[0])
                    unsafe target[to + 3] = hasAlpha ? from[3] : 255
                }
            }
        }
        return pixels
    }
}
