import CLibAV
import Decoder
package import Files
package import Frames
import LibAV

/// A thumbnail of a movie, as a JPEG file.
///
/// Shows the picture a third into the movie; if that one is blank, the next that is not.
package struct MoviePoster: Sendable {
    /// The JPEG file.
    package let jpeg: [UInt8]
    /// Width and height in pixels.
    package let size: PixelSize

    /// The maximum number of pictures to decode.
    private static let mostPictures = 300
    /// The maximum number of pixels of a picture: 4096x4096 at a scale of 2.
    private static let mostPixels: Int64 = 8192 * 8192
    /// mjpeg's quantizer scale, from 1 (best) to 31.
    private static let quality: CInt = 4

    /// Decodes a movie and creates its poster.
    ///
    /// - Parameters:
    ///   - path: The movie's file.
    ///   - width: The maximum width in pixels.
    /// - Throws: ``FileError/Code/unreadableInput`` if no picture can be decoded.
    package init(ofMovie path: String, width: Int) throws(FileError) {
        let movie = try StoredMovie(path: path)
        do throws(LibAVError) {
            guard let small = try Self.smallPicture(of: movie, width: width) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
            }
            size = unsafe PixelSize(width: Int(small.raw.pointee.width), height: Int(small.raw.pointee.height))
            jpeg = try StillEncoder.jpeg(small, quality: Self.quality)
        } catch {
            throw movie.unreadable("none of its pictures can be decoded", cause: error)
        }
    }

    /// Finds the time of a movie's poster, from the start of the file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if no picture can be decoded.
    package static func time(ofMovie path: String) throws(FileError) -> Duration {
        let movie = try StoredMovie(path: path)
        do throws(LibAVError) {
            guard let stream = unsafe movie.input.pictures,
                let picture = try smallPicture(of: movie, width: Self.comparedWidth)
            else { throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame") }
            let timing = unsafe StreamTiming(of: stream, in: movie.input)
            return timing.duration(ofTicks: max(0, unsafe picture.raw.pointee.pts - timing.start))
        } catch {
            throw movie.unreadable("none of its pictures can be decoded", cause: error)
        }
    }

    /// The width of pictures that are only looked at, in pixels.
    private static let comparedWidth = 320

    /// Finds the picture and scales it down; `nil` if the movie has no pictures.
    private static func smallPicture(of movie: StoredMovie, width: Int) throws(LibAVError) -> MediaFrame? {
        guard let stream = unsafe movie.input.pictures, let decoder = try unsafe CodecContext.decoder(for: stream)
        else {
            return nil
        }
        unsafe decoder.configure { unsafe $0.max_pixels = mostPixels }
        let target = unsafe movie.input.seek(stream, to: movie.input.duration(of: stream) / 3)
        let pictures = try unsafe PictureStream(of: movie, stream, decoder)
        var best: MediaFrame?
        var hasBest = false
        for _ in 0..<mostPictures {
            guard let picture = try pictures.next() else { break }
            let isEarly = picture.time < target
            if isEarly && hasBest { continue }
            let small = try shrink(picture.frame, to: width)
            small.setPresentationTime(Int(picture.time))
            let isBlank = small.isBlank
            if !hasBest || !isBlank {
                best = consume small
                hasBest = true
            }
            if !isEarly && !isBlank { break }
        }
        return best
    }

    private static func shrink(_ frame: borrowing MediaFrame, to width: Int) throws(LibAVError) -> MediaFrame {
        let (frameWidth, frameHeight) = unsafe (Int(frame.raw.pointee.width), Int(frame.raw.pointee.height))
        let width = min(width, frameWidth)
        let size = PixelSize(width: width, height: max(1, frameHeight * width / max(1, frameWidth)))
        let small = try MediaFrame(size: size.roundedUpToEven, format: AV_PIX_FMT_YUVJ420P)
        unsafe small.raw.pointee.color_range = AVCOL_RANGE_JPEG
        try Scaler(fromMovie: PictureFormat(of: frame), toJPEG: size.roundedUpToEven).convert(frame, into: small)
        return small
    }
}
