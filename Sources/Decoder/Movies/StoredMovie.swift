import CLibAV
package import Files
package import Frames
package import LibAV

/// An open movie file, whose contents are untrusted.
///
/// Only the formats that pagereel writes are read by default: a playlist named like a movie
/// must not open other files.
package final class StoredMovie {
    /// The path, for messages.
    package let path: String
    /// Its length in bytes.
    package var bytes: Int { file.length }
    /// When it was last written, in nanoseconds since 1970.
    package var modified: Int64 { file.modified }
    /// The demuxer.
    package let input: InputFormat
    private let file: InputFile

    /// Opens a movie and reads its header.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isPlayed: Whether it may be any movie that can be played (default: only what pagereel writes).
    ///   - examinesStreams: Whether to read packets to find what the header does not state.
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init(path: String, isPlayed: Bool = false, examinesStreams: Bool = false) throws(FileError) {
        self.path = path
        try FFmpeg.load()
        func failure(_ failure: InputFile.Failure) -> FileError { Self.unreadable(path, failure.reason) }
        file = try isPlayed ? .media(path, orThrow: failure) : InputFile(path, orThrow: failure)
        do throws(LibAVError) {
            input = try InputFormat(file, as: isPlayed ? .movies : .written, examinesStreams: examinesStreams)
        } catch {
            let kinds =
                isPlayed
                ? "\(MediaFormats.films), animated GIF or PNG"
                : "MP4, QuickTime, Matroska or WebM file"
            throw Self.unreadable(path, "it is not a whole \(kinds)", cause: error)
        }
    }

    /// Creates an error about the file.
    package func unreadable(_ reason: String, cause: (any Error)? = nil) -> FileError {
        Self.unreadable(path, reason, cause: cause)
    }

    private static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "'\(path)' cannot be read as a video: \(reason).", cause: cause)
    }
}

/// The properties of a finished movie's file.
package struct MovieContents: Sendable {
    /// The properties of a sound track.
    package struct Sound: Sendable {
        /// The title; empty without one.
        package var title: String
        /// libavcodec's name of the codec, such as `aac`.
        package let codec: String
        /// Samples per second.
        package let sampleRate: Int
        /// The number of channels.
        package let channels: Int
    }

    /// The page's title and address, and the program that recorded it; empty where unknown.
    package var metadata: MovieMetadata
    /// The creation time in ISO 8601; empty if unknown.
    package var creationTime: String
    /// Width and height of the pictures.
    package let size: PixelSize
    /// The duration of the pictures.
    package let duration: Duration
    /// Frames per second; `nil` if the rate is not constant.
    package let frameRate: FrameRate?
    /// libavcodec's name of the video codec, such as `h264`.
    package let codec: String
    /// The sound tracks, in order.
    package var sounds: [Sound]
    /// The first sound track; `nil` in a silent movie.
    package var sound: Sound? { sounds.first }
    /// The chapters, in order.
    package var chapters: [Chapter]
    /// The file's length in bytes.
    package let bytes: Int
    /// When the file was last written, in nanoseconds since 1970.
    package let modified: Int64

    /// Reads a file's header.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file is not a complete video.
    package init(ofMovie path: String) throws(FileError) {
        let movie = try StoredMovie(path: path)
        guard let pictures = unsafe movie.input.pictures, let parameters = unsafe pictures.pointee.codecpar
        else { throw movie.unreadable("it has no pictures") }
        // A video that pagereel did not record may have any comment.
        let comment = movie.input.tag("comment").split(separator: "\n", maxSplits: 1)
        let address = comment.first.map(String.init) ?? ""
        let description = movie.input.tag("description")
        metadata = MovieMetadata(
            title: movie.input.tag("title"), pageAddress: address.contains("://") ? address : "",
            command: comment.count == 2 && description.isEmpty ? String(comment[1]) : description,
            software: movie.input.tag("encoder"))
        creationTime = movie.input.tag("creation_time")
        size = unsafe PixelSize(width: Int(parameters.pointee.width), height: Int(parameters.pointee.height))
        duration = unsafe movie.input.duration(of: pictures)
        frameRate = unsafe movie.input.frameRate(of: pictures)
        codec = unsafe Self.codecName(parameters)
        sounds = unsafe movie.input.sounds.compactMap { stream in
            unsafe stream.pointee.codecpar.map {
                unsafe Sound(
                    title: movie.input.title(of: stream), codec: Self.codecName($0),
                    sampleRate: Int($0.pointee.sample_rate), channels: Int($0.pointee.ch_layout.nb_channels))
            }
        }
        chapters = movie.input.chapters
        bytes = movie.bytes
        modified = movie.modified
    }

    /// The number of frames, computed from duration and rate; `nil` if the rate is not
    /// constant.
    package var frames: Int? { frameRate.map { $0.frameCount(for: duration) } }

    private static func codecName(_ parameters: UnsafePointer<AVCodecParameters>) -> String {
        unsafe String(cString: avcodec_get_name(parameters.pointee.codec_id))
    }
}
