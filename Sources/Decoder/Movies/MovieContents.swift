import CLibAV
package import Files
package import Frames
package import LibAV

/// What a finished movie's file says of itself.
package struct MovieContents: Sendable {
    /// The sound under the pictures.
    package struct Sound: Sendable {
        /// libavcodec's name for how it is compressed, such as `aac`.
        package let codec: String
        /// Samples a second.
        package let sampleRate: Int
        /// Channels, 2 for stereo.
        package let channels: Int
    }

    /// The page's title, where it came from, and what recorded it; empty
    /// texts where the file does not say.
    package let metadata: MovieMetadata
    /// When it was made, in ISO 8601; empty where the file does not say.
    package let creationTime: String
    /// Width and height of the pictures.
    package let size: PixelSize
    /// How long the pictures last.
    package let duration: Duration
    /// Frames a second; nothing where they have no steady rate.
    package let frameRate: FrameRate?
    /// libavcodec's name for how the pictures are compressed, such as `h264`.
    package let codec: String
    /// The sound, if there is any.
    package let sound: Sound?
    /// The named places, in order.
    package let chapters: [Chapter]
    /// The file's length in bytes.
    package let bytes: Int
    /// When the file was last written, in nanoseconds since 1970.
    package let modified: Int64

    /// Reads a file's front.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` for a file that is no
    ///   whole video.
    package init(ofMovie path: String) throws(FileError) {
        let movie = try StoredMovie(path: path)
        guard let pictures = movie.input.pictures, let parameters = pictures.pointee.codecpar,
            parameters.pointee.width > 0, parameters.pointee.height > 0
        else { throw movie.unreadable("it has no pictures") }
        // A video from elsewhere may have any comment.
        let comment = movie.input.tag("comment").split(separator: "\n", maxSplits: 1)
        let address = comment.first.map(String.init) ?? ""
        let description = movie.input.tag("description")
        metadata = MovieMetadata(
            title: movie.input.tag("title"), pageAddress: address.contains("://") ? address : "",
            command: comment.count == 2 && description.isEmpty ? String(comment[1]) : description,
            software: movie.input.tag("encoder"))
        creationTime = movie.input.tag("creation_time")
        size = PixelSize(width: Int(parameters.pointee.width), height: Int(parameters.pointee.height))
        duration = movie.input.duration(of: pictures)
        frameRate = movie.input.frameRate(of: pictures)
        codec = Self.codecName(parameters)
        sound = movie.input.sound.flatMap { stream in
            stream.pointee.codecpar.map {
                Sound(
                    codec: Self.codecName($0), sampleRate: Int($0.pointee.sample_rate),
                    channels: Int($0.pointee.ch_layout.nb_channels))
            }
        }
        chapters = movie.input.chapters
        bytes = movie.bytes
        modified = movie.modified
    }

    /// Pictures in the movie, as its length and rate say; nothing where they
    /// have no steady rate.
    package var frames: Int? { frameRate.map { $0.frameCount(for: duration) } }

    private static func codecName(_ parameters: UnsafePointer<AVCodecParameters>) -> String {
        String(cString: avcodec_get_name(parameters.pointee.codec_id))
    }
}
