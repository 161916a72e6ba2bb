import CLibAV
package import Files
package import Frames
import LibAV

/// The contents of a media file of any type: what a timeline needs to know before decoding.
package struct MediaContents: Sendable {
    /// The pictures; their size is the display size, with rotation and square pixels applied.
    package enum Pictures: Sendable, Equatable {
        /// A single picture.
        case still(size: PixelSize)
        /// A video or animation and its duration.
        case moving(size: PixelSize, duration: Duration)

        /// The display size.
        package var size: PixelSize {
            switch self {
            case .still(let size), .moving(let size, _): size
            }
        }
    }

    /// The pictures, ignoring cover art; `nil` if missing.
    package let pictures: Pictures?
    /// The duration of the sound; `nil` if missing.
    package let sound: Duration?
    /// The number of the sound track, from 1; `nil` if it is not known.
    package let track: Int?
    /// The time code of the first picture; `nil` if the file states none.
    package let timecode: Timecode?

    /// Describes the contents of a file.
    package init(pictures: Pictures? = nil, sound: Duration? = nil, track: Int? = nil, timecode: Timecode? = nil) {
        self.pictures = pictures
        self.sound = sound
        self.track = track
        self.timecode = timecode
    }

    /// Opens a file and reads as much of it as necessary.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - selection: Which of its sound tracks is meant (default: the best one).
    /// - Throws: ``FileError/Code/unreadableInput``, ``FileError/Code/invalidSettings`` for a track or a channel that it
    ///   does not have.
    package init(of path: String, _ selection: SoundSelection = SoundSelection()) throws(FileError) {
        try FFmpeg.load()
        var settings = SoundtrackSettings(path: path)
        settings.selection = selection
        let selected = selection.isEmpty ? nil : try Soundtrack(settings)
        let file = try InputFile.media(path) { Self.unusable(path, $0.reason) }
        if WebPAnimation.isIn(file.reopenPath) {
            // libavformat takes it for a still.
            let size = try PictureReader(path).size
            let length = try PictureReader.animationLength(of: path)
            pictures = length.map { .moving(size: size, duration: $0) } ?? .still(size: size)
            (sound, track, timecode) = (nil, nil, nil)
            return
        }
        if let size = try Self.sizeOfStill(path) {
            pictures = .still(size: size)
            (sound, track, timecode) = (nil, nil, nil)
            return
        }
        let pictures: Pictures?
        let isAnimation: Bool
        let leap: Duration?
        do throws(LibAVError) {
            let input = try InputFormat(file, as: .media)
            let stream = unsafe input.sound(selected?.file.track)
            let lengths = try unsafe Self.lengths(input, of: file, sound: stream)
            leap = lengths.leap
            if let stream = unsafe input.pictures {
                let size = try unsafe Self.uprightSize(of: stream, in: input, file.reopenPath)
                pictures =
                    input.isStill ? .still(size: size) : .moving(size: size, duration: lengths.pictures ?? .zero)
            } else {
                pictures = nil
            }
            let stated = unsafe stream == nil ? nil : lengths.sound
            sound = pictures == nil ? stated.map { Self.exactLength(settings) ?? $0 } : stated
            track = unsafe stream.flatMap { stream in unsafe input.sounds.firstIndex(of: stream).map { $0 + 1 } }
            isAnimation = input.isAnimation
            timecode = input.timecode
        } catch {
            throw Self.unusable(path, "it is not a picture, video or sound that can be decoded", cause: error)
        }
        if let leap {
            throw Self.unusable(
                path,
                "its times begin anew after \(leap.text), as where two files were joined; "
                    + "'ffmpeg -i FILE -c copy FILE.mp4' makes a file with one run of times")
        }
        // A GIF or APNG with a single frame is a still, which has no duration.
        if isAnimation, let size = pictures?.size {
            let length = try PictureReader.animationLength(of: path)
            self.pictures = length.map { .moving(size: size, duration: $0) } ?? .still(size: size)
        } else {
            self.pictures = pictures
        }
        guard pictures != nil || sound != nil else { throw Self.unusable(path, "it has neither pictures nor sound") }
    }

    /// Returns the size of a picture in a format that libavformat does not open as such; `nil` for other files.
    private static func sizeOfStill(_ path: String) throws(FileError) -> PixelSize? {
        // Other files are films, sounds or nothing that can be used.
        guard let front = try? PictureContents.front(of: path), let kind = try? front.kind(),
            !PictureKind.isSequence(front.bytes)
        else { return nil }
        switch kind {
        case .heif, .jpegXL, .svg, .tiff, .ico, .targa, .pnm, .jpeg2000, .qoi: return try PictureReader(path).size
        case .png, .apng, .jpeg, .gif, .webp, .webpAnimation, .bmp: return nil
        }
    }

    private static func unusable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "'\(path)' cannot be used: \(reason).", cause: cause)
    }

    // MARK: Lengths

    /// Returns the length of a file with sound only, by decoding it; `nil` if it cannot be decoded or is damaged.
    ///
    /// What formats state may include the encoder's delay and padding: up to 166 ms of MP3.
    private static func exactLength(_ settings: SoundtrackSettings) -> Duration? {
        // Whoever plays the file says what is wrong with it.
        try? Soundtrack(settings).exactLength()
    }

    /// Returns the durations that the file states, or else those of its packets.
    private static func lengths(
        _ input: borrowing InputFormat, of file: InputFile, sound stream: UnsafePointer<AVStream>?
    ) throws(LibAVError) -> (pictures: Duration?, sound: Duration?, leap: Duration?) {
        let pictures = unsafe input.pictures.map { unsafe input.statedLength(of: $0) }
        let sound = unsafe stream.map { unsafe input.ownLength(of: $0) }
        // Of MPEG's streams and NUT, libavformat computes durations from some of the last packets, wherever times begin anew.
        let isStream = ["mpegts", "mpeg", "nut"].contains(input.demuxer) && pictures != nil
        let isCounted = isStream || input.isMP4 && MovieBoxes(file).areSegments
        if input.isStill || !isCounted && (pictures ?? .seconds(1)) > .zero && (sound ?? .seconds(1)) > .zero {
            return (pictures, sound, nil)
        }
        let counted = try input.countedLengths()
        func end(_ stated: Duration, _ stream: UnsafePointer<AVStream>?) -> Duration {
            let counted = unsafe stream.flatMap { unsafe counted.ends[Int($0.pointee.index)] }
            return (isCounted ? counted : nil) ?? (stated > .zero ? stated : counted ?? .zero)
        }
        return (
            pictures.map { unsafe end($0, input.pictures) }, sound.map { unsafe end($0, stream) },
            isStream ? counted.leap : nil
        )
    }

    // MARK: Sizes

    private static func uprightSize(
        of stream: UnsafePointer<AVStream>, in input: borrowing InputFormat, _ path: String
    ) throws(LibAVError) -> PixelSize {
        let stored = unsafe input.displaySize(of: stream)
        guard input.isStill, let decoder = try unsafe CodecContext.decoder(for: stream) else {
            return unsafe Orientation(of: stream).turned(stored)
        }
        if let number = OrientationTag.number(ofFile: path) { return Orientation(exif: number).turned(stored) }
        // A JPEG or WebP stores its orientation in Exif data, which the decoder reads.
        let frame = try MediaFrame()
        let packet = try Packet()
        var progress = DecodingProgress()
        guard try unsafe input.decodeFrame(of: stream, decoder, packet: packet, into: frame, &progress) else {
            return stored
        }
        return Orientation(of: frame).turned(stored)
    }
}
