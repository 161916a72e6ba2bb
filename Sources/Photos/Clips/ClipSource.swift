import CLibAV
import Decoder
package import Files
import LibAV

/// A movie from which clips and stills are taken.
///
/// Use from one thread at a time.
@safe package final class ClipSource {
    let movie: StoredMovie
    let pictures: UnsafePointer<AVStream>
    let sound: UnsafePointer<AVStream>?

    /// Opens a movie.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file is not a video, has no
    ///   pictures, or is already part of a Live Photo.
    package init(path: String) throws(FileError) {
        movie = try StoredMovie(path: path, examinesStreams: true)
        guard let pictures = unsafe movie.input.pictures, let parameters = unsafe pictures.pointee.codecpar,
            unsafe parameters.pointee.width > 0, unsafe parameters.pointee.height > 0,
            unsafe pictures.pointee.time_base.num > 0
        else { throw movie.unreadable("it has no pictures") }
        unsafe self.pictures = pictures
        unsafe sound = movie.input.sound
        guard movie.input.tag("com.apple.quicktime.content.identifier").isEmpty else {
            throw FileError(
                .unreadableInput,
                "'\(path)' is the movie of a Live Photo already. Give the video that the Live Photo was made from.")
        }
    }

    /// libavcodec's name of the video codec, such as `h264`.
    package var pictureCodec: String { unsafe Self.codec(of: pictures) }

    /// libavcodec's name of the audio codec, such as `aac`; `nil` if there is no sound.
    package var soundCodec: String? { unsafe sound.map(Self.codec) }

    /// libavutil's name of the pixel format, such as `yuv420p`.
    package var pixelFormat: String {
        guard let parameters = unsafe pictures.pointee.codecpar else { return "" }
        return unsafe av_get_pix_fmt_name(AVPixelFormat(parameters.pointee.format)).map { unsafe String(cString: $0) }
            ?? ""
    }

    /// Whether the file is an MP4, as phones support it, rather than QuickTime or Matroska.
    package var isMP4: Bool { movie.input.isMP4 && !["", "qt  "].contains(movie.input.tag("major_brand")) }

    /// Whether the metadata reveals the page's address or the command.
    package var namesItsOrigin: Bool {
        ["comment", "description"].contains { !movie.input.tag($0).isEmpty }
    }

    /// The duration of the pictures.
    package var duration: Duration { unsafe movie.input.duration(of: pictures) }

    /// The file's length in bytes.
    package var bytes: Int { movie.bytes }

    private static func codec(of stream: UnsafePointer<AVStream>) -> String {
        unsafe stream.pointee.codecpar.map { unsafe String(cString: avcodec_get_name($0.pointee.codec_id)) } ?? ""
    }
}
