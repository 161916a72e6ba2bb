import Decoder
import Encoder
import Files
import Frames
import LibAV

/// Writes a timeline, or a part of it, as a video with sound or as an animated picture.
///
/// Pictures that are copied are not rendered.
actor MovieOutput: OutputWriter {
    nonisolated let selection: FrameSelection
    nonisolated let needsPictures: Bool

    private let path: String
    private let movie: MovieWriter
    /// Decodes the pictures, if they keep HDR.
    private let hdr: HDRPictures?
    private let resizer: PictureResizer
    private let metadata: MovieMetadata
    private let soundWarning: String?
    private var count = 0

    nonisolated var bytesWritten: Int { movie.bytesWritten }
    /// The movie's, so that both are one executor.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe movie.unownedExecutor }

    /// Creates the file and opens the encoders.
    ///
    /// - Parameters:
    ///   - output: The movie to write.
    ///   - plan: The timeline.
    ///   - file: The file, which the caller names or discards.
    /// - Throws: Every `FileError/Code`.
    init(
        _ output: PlannedOutput, of plan: TimelinePlan, as file: OutputFile, _ settings: OutputSettings
    ) throws(FileError) {
        path = output.path
        let frameRate = output.frameRate(in: plan)
        guard
            var video = output.video(size: output.size ?? plan.size, frameRate: frameRate, hasAlpha: plan.isTransparent)
        else {
            throw FileError(
                .invalidSettings, "The output '\(path)' does not end like a video. Name it \(MovieContainer.fileNames)."
            )
        }
        if let mistake = output.movie.overwrittenInput() { throw FileError(.invalidSettings, mistake) }
        let route = try output.pictureRoute(in: plan)
        let shown = output.selection(of: plan, at: frameRate)
        let start = plan.frameRate.samples(ofFrames: output.frames?.lowerBound ?? 0)
        let length = frameRate.samples(ofFrames: shown.count)
        var sounds: [any MovieSound] = []
        var loudnessWarning: String?
        if video.container.isAnimation {
            guard output.movie.soundtrack == nil else {
                throw FileError(.invalidSettings, "The output '\(path)' cannot have a soundtrack: it has no sound.")
            }
        } else if let soundtrack = output.movie.soundtrack {
            sounds = [try Soundtrack(soundtrack)]
        } else if !plan.sounds.isEmpty {
            let sound = try TimelineSound(plan, range: start..<start + length, loudness: output.loudness)
            sounds = [sound]
            loudnessWarning = sound.warning
        }
        needsPictures = !output.keepsHDR
        hdr = try output.keepsHDR ? Self.hdr(output, of: plan, &video) : nil
        var subtitles = MovieSubtitles()
        let part = output.frames ?? 0..<plan.frameCount
        subtitles.tracks = plan.subtitleTracks(in: part)
        switch route {
        case .copied(let pictures):
            selection = FrameSelection([])
            movie = try MovieWriter(
                file, copying: pictures, as: video.container, frameRate: frameRate, sounds: sounds,
                encoding: output.movie.sound, subtitles: subtitles, creationTime: settings.creationTime,
                metadata: settings.metadata)
        case .encoded:
            selection = shown
            movie = try MovieWriter(
                file, video: video, sounds: sounds, encoding: output.movie.sound, subtitles: subtitles,
                creationTime: settings.creationTime, metadata: settings.metadata)
        }
        resizer = PictureResizer(to: video.size)
        metadata = settings.metadata
        soundWarning = loudnessWarning
    }

    /// Examines the films of an output that keeps HDR, and completes the settings of its video.
    private static func hdr(
        _ output: PlannedOutput, of plan: TimelinePlan, _ video: inout VideoSettings
    ) throws(FileError) -> HDRPictures {
        let films = try HDRPlan(of: plan, for: output)
        return HDRPictures(plan, films, on: video.keepHDR(films.format, size: films.size))
    }

    func append(_ pixels: PixelBuffer) async throws {
        if let hdr {
            try await movie.append(hdr.picture(at: selection.frame(at: count)))
        } else {
            try await movie.append(Frame(index: count, pixels: resizer.resized(pixels)))
        }
        count += 1
    }

    func finish() async throws -> OutputSummary {
        let summary = try await movie.finishUnlessCanceled(frameCount: count, chapters: [], metadata: metadata)
        return OutputSummary(
            path: path, size: summary.size, frames: summary.frames, samples: summary.sound?.samples,
            bytes: summary.bytes, movie: summary,
            warnings: movie.warnings + (hdr?.warnings ?? []) + (summary.sound?.warnings ?? [])
                + [soundWarning].compactMap(\.self))
    }

    func discard() async { await movie.discard() }
}

/// Writes single pictures of a timeline, each to a file.
actor PictureOutput: OutputWriter {
    /// Writes an encoded picture, given its index in the selection.
    typealias Write = @Sendable (_ file: [UInt8], _ index: Int) throws(FileError) -> Void

    nonisolated let selection: FrameSelection

    private let queue = EncoderQueue(label: "pagereel.picture-output")
    private let write: Write
    private let path: String
    private let format: StillFormat
    private let size: PixelSize
    private let resizer: PictureResizer
    private var (count, bytes) = (0, 0)
    /// The last picture and its encoded file, so that an unchanged picture is encoded once.
    private var last: (pixels: PixelBuffer, file: [UInt8])?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Prepares the pictures of a selection.
    init(
        _ output: PlannedOutput, _ selection: FrameSelection, of plan: TimelinePlan, _ write: @escaping Write
    ) throws(FileError) {
        self.selection = selection
        self.write = write
        path = output.path
        format = try StillFormat.of(output)
        size = output.size ?? plan.size
        resizer = PictureResizer(to: size)
    }

    func append(_ pixels: PixelBuffer) throws {
        let file: [UInt8]
        if let last, last.pixels === pixels {
            file = last.file
        } else {
            file = try StillWriter.encoded(resizer.resized(pixels), as: format)
            last = (pixels, file)
        }
        try write(file, count)
        bytes += file.count
        count += 1
    }

    func finish() -> OutputSummary {
        OutputSummary(path: path, size: size, frames: count, samples: nil, bytes: bytes)
    }

    func discard() { last = nil }
}

extension StillFormat {
    /// The picture format that an output's file name implies.
    ///
    /// - Throws: `FileError/Code/invalidSettings`.
    static func of(_ output: PlannedOutput) throws(FileError) -> StillFormat {
        guard let format = StillFormat(fileName: output.path) else {
            throw FileError(
                .invalidSettings,
                "The output '\(output.path)' does not end like a picture. Name it \(StillFormat.fileNames).")
        }
        return format
    }
}

/// Writes a contact sheet of a timeline.
actor SheetOutput: OutputWriter {
    nonisolated let selection: FrameSelection

    /// The default width of a column, in pixels.
    private static let defaultWidth = 320

    private let queue = EncoderQueue(label: "pagereel.sheet-output")
    private let file: OutputFile
    private let path: String
    private let format: StillFormat
    private let columns: Int
    private let size: PixelSize
    private let resizer: PictureResizer
    private var cells: [ContactSheet.Cell] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Prepares a sheet.
    init(
        _ output: PlannedOutput, columns: Int, frames: [Int], of plan: TimelinePlan, as file: OutputFile
    ) throws(FileError) {
        self.file = file
        path = output.path
        format = try StillFormat.of(output)
        guard columns > 0, !frames.isEmpty else {
            throw FileError(.invalidSettings, "The sheet '\(output.path)' needs a column and a picture at least.")
        }
        self.columns = columns
        let width = min(Self.defaultWidth, plan.size.width)
        let height = max(1, (plan.size.height * width + plan.size.width / 2) / plan.size.width)
        size = output.size ?? PixelSize(width: width, height: height)
        selection = FrameSelection(frames)
        resizer = PictureResizer(to: size)
    }

    func append(_ pixels: PixelBuffer) throws { cells.append(.init(picture: try resizer.resized(pixels))) }

    func finish() throws -> OutputSummary {
        let sheet = try ContactSheet.compose(cells, columns: columns, cellWidth: size.width)
        let picture = try StillWriter.encoded(sheet, as: format)
        try file.write(picture)
        return OutputSummary(
            path: path, size: sheet.size, frames: cells.count, samples: nil, bytes: picture.count)
    }

    func discard() { cells = [] }
}
