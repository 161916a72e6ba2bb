import CLibAV
import Decoder
import Encoder
package import Files
package import Frames
import LibAV

extension ClipSource {
    /// A picture of a movie as a JPEG file.
    package struct Still: Sendable {
        /// The JPEG file.
        package let jpeg: [UInt8]
        /// Width and height in pixels.
        package let size: PixelSize
    }

    /// mjpeg's quantizer scale, from 1 (best) to 31.
    ///
    /// At 2 compression is not visible; 1 would double the size.
    private static let quality: CInt = 2
    /// The maximum number of pixels of a picture: 4096x4096 at a scale of 2.
    private static let mostPixels: Int64 = 8192 * 8192

    /// Decodes a clip's still, upright and with square pixels.
    ///
    /// Ends early if the task is canceled.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if it cannot be decoded.
    package func still(of clip: Clip) throws(FileError) -> Still {
        do throws(LibAVError) {
            guard let decoder = try unsafe CodecContext.decoder(for: pictures) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_find_decoder")
            }
            unsafe decoder.configure { unsafe $0.max_pixels = Self.mostPixels }
            let frame = try MediaFrame()
            guard try decode(clip.still, decoder, into: frame) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
            }
            let size = shownSize(of: frame)
            let picture = try MediaFrame(size: size, format: AV_PIX_FMT_YUVJ420P)
            unsafe picture.raw.pointee.color_range = AVCOL_RANGE_JPEG
            try Scaler(fromMovie: PictureFormat(of: frame), toJPEG: size).convert(frame, into: picture)
            let orientation = unsafe Orientation(of: pictures)
            let upright = try orientation.isUpright ? picture : orientation.upright(picture)
            return Still(
                jpeg: try StillEncoder.jpeg(upright, quality: Self.quality), size: orientation.turned(size))
        } catch {
            throw movie.unreadable("the still cannot be decoded", cause: error)
        }
    }

    /// Decodes the picture with a given presentation time.
    private func decode(
        _ time: Int64, _ decoder: borrowing CodecContext, into frame: borrowing MediaFrame
    ) throws(LibAVError) -> Bool {
        let packet = try Packet()
        // The file may have no keyframe before the picture but the first; the second attempt
        // reads from the beginning.
        for start in [time, .min] {
            seek(to: start)
            unsafe avcodec_flush_buffers(decoder.raw)
            var progress = DecodingProgress()
            while !Task.isCancelled,
                try unsafe movie.input.decodeFrame(of: pictures, decoder, packet: packet, into: frame, &progress)
            {
                if unsafe frame.raw.pointee.best_effort_timestamp == time { return true }
                if unsafe frame.raw.pointee.best_effort_timestamp > time { break }
            }
        }
        return false
    }

    /// Returns the size with square pixels, before rotation.
    private func shownSize(of frame: borrowing MediaFrame) -> PixelSize {
        let (width, height) = unsafe (Int(frame.raw.pointee.width), Int(frame.raw.pointee.height))
        let ratio = unsafe av_guess_sample_aspect_ratio(
            movie.input.raw, UnsafeMutablePointer(mutating: pictures), frame.raw)
        guard ratio.num > 0, ratio.den > 0, ratio.num != ratio.den else {
            return PixelSize(width: width, height: height)
        }
        return PixelSize(width: max(1, width * Int(ratio.num) / Int(ratio.den)), height: height)
    }
}
