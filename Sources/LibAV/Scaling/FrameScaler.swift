import CLibAV
import CPixels
package import Frames

/// Converts decoded pictures of one format to pixels of one size.
///
/// Use from one thread at a time.
package final class FrameScaler {
    /// The conversion methods.
    private enum Method {
        /// Converts with our own code.
        case common
        /// Scales with libswscale, which is fast at that, then converts with our own code.
        case scaledCommon(Scaler, scaled: DecodedPicture)
        /// Converts with libswscale alone.
        case other(Scaler)
        case upsampled(ChromaUpsampler, Scaler)
        /// Converts first, then scales. Alpha is premultiplied in between, so that the colors of invisible pixels do not
        /// bleed into visible ones.
        case scaledPixels(FrameScaler, staged: PixelBuffer, Scaler)
    }

    private let method: Method
    private let format: PictureFormat

    /// Creates a converter for pictures of one format.
    package init(from format: PictureFormat, to size: PixelSize) throws(LibAVError) {
        self.format = format
        guard format.size != size else {
            if format.isCommon {
                method = .common
            } else if let upsampler = try ChromaUpsampler(from: format, usual: AVCHROMA_LOC_LEFT) {
                method = .upsampled(upsampler, try Scaler(from: upsampler.format, to: size))
            } else {
                method = .other(try Scaler(from: format, to: size))
            }
            return
        }
        // A size that is not whole chroma samples would stretch chroma otherwise than luma.
        let isWhole = format.wholeChromaSize == format.size
        if format.isCommon, isWhole, size.roundedUpToEven == size {
            method = .scaledCommon(
                try Scaler(scaling: format, to: size),
                scaled: DecodedPicture(try MediaFrame(size: size, format: format.pixelFormat), time: 0))
        } else if format.hasAlpha || !isWhole || format.isCommon {
            method = .scaledPixels(
                try FrameScaler(from: format, to: format.size),
                staged: PixelBuffer(size: format.size, hasAlpha: format.hasAlpha),
                try Scaler(from: format.size, to: size, hasAlpha: format.hasAlpha))
        } else {
            method = .other(try Scaler(from: format, to: size))
        }
    }

    /// Converts a picture of that format.
    package func convert(_ frame: borrowing MediaFrame, into pixels: PixelBuffer) throws(LibAVError) {
        switch method {
        case .common: try convertCommon(frame, into: pixels)
        case .scaledCommon(let scaler, let scaled):
            try scaler.convert(frame, into: scaled.frame)
            try convertCommon(scaled.frame, into: pixels)
        case .other(let scaler):
            try scaler.convert(frame, into: pixels)
            if pixels.hasAlpha { PremultipliedAlpha.apply(to: pixels) }
        case .upsampled(let upsampler, let scaler):
            try upsampler.convert(frame)
            try scaler.convert(upsampler.output, into: pixels)
            if pixels.hasAlpha { PremultipliedAlpha.apply(to: pixels) }
        case .scaledPixels(let converter, let staged, let scaler):
            try converter.convert(frame, into: staged)
            try scaler.convert(staged, into: pixels)
        }
    }

    private func convertCommon(_ frame: borrowing MediaFrame, into pixels: PixelBuffer) throws(LibAVError) {
        let (data, linesize) = unsafe (frame.raw.pointee.data, frame.raw.pointee.linesize)
        let picture = unsafe pixel_playback_picture(
            planes: (UnsafePointer(data.0), UnsafePointer(data.1), UnsafePointer(data.2)),
            strides: (Int(linesize.0), Int(linesize.1), Int(linesize.2)))
        let weights = format.matrix.weights
        let colors = pixel_playback_colors(
            red: weights.red, blue: weights.blue, is_full_range: format.isFullRange ? 1 : 0)
        let (size, stride) = (pixels.size, pixels.stride)
        let code = unsafe pixels.withMutableBytes {
            unsafe pixel_playback_from_yuv420(picture, size.width, size.height, colors, $0.baseAddress, stride)
        }
        guard code == 0 else { throw LibAVError(code: recorder_averror(ENOMEM), function: "malloc") }
    }
}

/// A decoded picture and its presentation time.
package final class DecodedPicture {
    /// The picture, as decoded.
    package let frame: MediaFrame
    /// The presentation time in the stream's time base.
    package let time: Int64
    /// The picture's memory in bytes.
    package let bytes: Int

    package init(_ frame: consuming MediaFrame, time: Int64) {
        bytes = unsafe Int(
            max(
                0,
                av_image_get_buffer_size(
                    AVPixelFormat(frame.raw.pointee.format), frame.raw.pointee.width, frame.raw.pointee.height, 32)))
        self.frame = frame
        self.time = time
    }
}
