import ArgumentParser
import Decoder
import Encoder
import Files
import Frames
import Glibc
import Notation

/// Options for a picture of a finished video.
struct PosterArguments: OptionTable {
    @Setting(
        "poster",
        "Also write a picture of the video, \(StillFormat.fileNames), with conversions as in --output.", .text,
        as: "file", .template, .files(["png", "jpg", "jpeg", "webp"]), .notRepeated)
    var poster: String?

    @Setting(
        "poster-at",
        "Time of that picture in the video. (default: a third of the video, or later if that is of one color)", .time,
        as: "time", .notRepeated, .requires("poster"))
    var posterAt: Duration?

    func validate() throws { try checkCombinations() }

    /// Checks the options against the video's name.
    func validate(for output: String) throws {
        guard let poster else { return }
        try TimedName(template: poster).check()
        guard StillFormat(fileName: poster) != nil else {
            throw ValidationError(
                "The poster '\(poster)' has no known file type. Give it a name that ends in \(StillFormat.fileNames).")
        }
        guard MovieContainer(fileName: output)?.isAnimation != true else {
            throw ValidationError("--poster is made of a video. Write to .mp4, or leave out --poster.")
        }
    }

    /// Returns the picture to make of a video that starts now, after checking that it can be written.
    ///
    /// - Parameter overwrite: Whether an existing file may be replaced.
    /// - Throws: ``FileError``.
    func checked(overwrite: Bool) throws(FileError) -> Poster? {
        guard let poster, let format = StillFormat(fileName: poster) else { return nil }
        let path = poster.contains("%") ? TimedName(template: poster).text(at: time(nil)) : poster
        try OutputFile.requireCreatable(path, overwrite: overwrite, content: .picture)
        return Poster(path: path, format: format, time: posterAt, overwrite: overwrite)
    }
}

/// A picture to make of a finished video.
struct Poster {
    let path: String
    let format: StillFormat
    /// The picture's time in the video; `nil` for one that shows something.
    let time: Duration?
    let overwrite: Bool

    /// Says that the picture's time is behind the end of its video, as sentences; `nil` if it is not.
    ///
    /// - Parameter length: The video's length.
    func warning(ofVideoLasting length: Duration) -> String? {
        guard let time, time > length else { return nil }
        return "The poster '\(path)' shows the last frame, because --poster-at \(time.text) is behind the end of the "
            + "video, which lasts \(length.text). Choose an earlier time."
    }

    /// Decodes the picture, and writes it whole or not at all.
    ///
    /// - Throws: ``FileError``.
    @concurrent
    func make(of video: String) async throws {
        let time = try time ?? MoviePoster.time(ofMovie: video)
        let pixels = try MovieFrames(path: video).picture(at: time)
        try StillWriter.write(encoded: StillWriter.encoded(pixels, as: format), to: path, overwrite: overwrite)
    }

    /// Makes the picture of a video that has been written.
    ///
    /// - Returns: Why that failed; the video is kept in any case.
    @MainActor
    static func make(_ poster: Poster?, of video: String?, _ reporter: WorkReporter) async -> (any Error)? {
        guard let poster, let video else { return nil }
        do {
            try await poster.make(of: video)
            reporter.tell("\(poster.path): picture of \(video)")
            return nil
        } catch {
            return error
        }
    }
}
