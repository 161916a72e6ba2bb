import Composition
import Decoder
import Encoder
import Files
import Foundation
import Frames
import Glibc
import Notation
import Photos
import Timeline

/// Runs `pagereel images`: describes the pictures as a timeline, renders it as `compose` does, makes the photos of the
/// video, reports, and returns the exit status.
@MainActor
struct ImagesSession {
    let command: ImagesCommand
    private let run: UnattendedRun

    /// Prepares to run a command.
    init(_ command: ImagesCommand) {
        self.command = command
        run = UnattendedRun(
            command.unattended, messages: command.messages, environment: ProcessInfo.processInfo.environment,
            titles: ("Video made", "Making a video failed"), queue: command.waiting.queue)
    }

    /// Makes the video.
    func make() async -> ExitStatus {
        // The same for all attempts.
        var output: String?
        return await run.make { attempt in
            // The output is named after the start time, once it is this run's turn.
            let path = try output ?? command.files.output.path(at: time(nil))
            output = path
            return try await make(path, attempt: attempt)
        }
    }

    private func make(_ path: String, attempt: Int) async throws -> UnattendedRun.Made {
        let begun = SuspendingClock.now
        run.log?.add(.started(output: path, attempt: attempt))
        let overwrite = command.existing.overwrite
        try OutputFile.requireCreatable(path, overwrite: overwrite, content: .video)
        let photos = try command.photos.checkedPlans(overwrite: overwrite)
        let poster = try command.posters.checked(overwrite: overwrite)
        await run.signals.start()
        let list = try await run.signals.run { [command] in try await Self.list(command) }
        list.warnings.forEach(run.reporter.warn)
        let work =
            "\(quantity(list.count, "picture")) to \(path) at \(command.frameRate) fps"
        run.reporter.draw("looking at \(work)")
        run.reporter.note(work)
        let output = command.output(path)
        let written = try await run.signals.run { [command, run] in
            let plan = try await Self.plan(command, list, output)
            return try await run.write(plan, overwrite: command.existing.overwrite)
        }
        run.reporter.clear()
        guard let movie = written.outputs.first?.movie else { throw CancellationError() }
        let outcome = await PhotoMaker(signals: run.signals, reporter: run.reporter).make(photos, of: path)
        if let warning = poster?.warning(ofVideoLasting: movie.duration) { run.reporter.warn(warning) }
        let failure = await Poster.make(poster, of: path, run.reporter)
        let summary = ImagesSummary(
            output: path, movie, pictures: list.count, fps: command.frameRate,
            soundtrack: output.movie.soundtrack?.path, photos: outcome.made,
            poster: failure == nil ? poster?.path : nil, attempts: attempt,
            wallTime: begun.duration(to: SuspendingClock.now), warnings: run.reporter.warnings)
        return UnattendedRun.Made(summary: summary, lines: [summary.text], failure: outcome.failure ?? failure)
    }

    /// Finds the pictures, off the main thread.
    @concurrent
    private static func list(_ command: ImagesCommand) async throws -> SlideList { try command.slideList() }

    /// Inspects the pictures and plans the video, off the main thread.
    @concurrent
    private static func plan(
        _ command: ImagesCommand, _ list: SlideList, _ output: PlannedOutput
    ) async throws -> TimelinePlan {
        do {
            var plan = try TimelineResolver(command.timeline(of: list), probe: FileProbe()).plan()
            plan.outputs = [output]
            return plan
        } catch let error as TimelineError {
            // The options contradict each other, not a file.
            throw FileError(.invalidSettings, error.message)
        }
    }
}

extension ImagesCommand {
    /// Frames per second of the video.
    var frameRate: FrameRate {
        video.fps ?? MovieContainer(fileName: files.output.template)?.usualFrameRate ?? .thirty
    }

    /// The video to write.
    func output(_ path: String) -> PlannedOutput {
        var output = PlannedOutput(path: path, kind: .movie)
        video.apply(to: &output.movie, stream)
        output.movie.sound = sound.encoding
        output.movie.soundtrack = sound.settings
        return output
    }
}

/// The summary of `pagereel images`, as `--json` prints it; every key is always
/// there.
struct ImagesSummary: Encodable {
    private let output: String
    private let pictures: Int
    private let width: Int
    private let height: Int
    private let fps: String
    private let frames: Int
    private let duration: Double
    private let container: String
    private let codec: String
    private let encoder: String
    private let transparent: Bool
    @Nullable private var sound: SoundJSON?
    private let bytes: Int
    @Nullable private var livePhoto: PhotoJSON?
    @Nullable private var motionPhoto: PhotoJSON?
    @Nullable private var poster: String?
    private let attempts: Int
    private let wallTime: Double
    private let warnings: [String]

    /// Creates the summary.
    init(
        output: String, _ movie: MovieSummary, pictures: Int, fps: FrameRate, soundtrack: String?,
        photos: [PhotoSummary], poster: String? = nil, attempts: Int, wallTime: Duration, warnings: [String]
    ) {
        self.output = output
        self.pictures = pictures
        (width, height) = (movie.size.width, movie.size.height)
        self.fps = fps.description
        frames = movie.frames
        duration = movie.duration.inRoundedSeconds
        container = movie.format.container.rawValue
        codec = movie.format.codec.rawValue
        encoder = movie.format.encoder
        transparent = movie.format.hasAlpha
        sound = movie.sound.map { SoundJSON($0, soundtrack: soundtrack) }
        bytes = movie.bytes
        livePhoto = photos.first { $0.form != .motion }.map(PhotoJSON.init)
        motionPhoto = photos.first { $0.form == .motion }.map(PhotoJSON.init)
        self.poster = poster
        self.attempts = attempts
        self.wallTime = wallTime.inRoundedSeconds
        self.warnings = warnings
    }

    /// The summary in one line.
    var text: String {
        let clock = Duration.milliseconds((duration * 1000).rounded()).clockText
        var parts = [
            "\(output): \(clock)", quantity(pictures, "picture"), quantity(frames, "frame"),
            "\(width)x\(height), \(fps) fps",
        ]
        if let sound { parts.append(sound.loops > 0 ? "soundtrack played \(sound.loops + 1) times" : "with sound") }
        parts += [bytes.byteText, "took \(wallTime.text(decimals: 1)) s"]
        return parts.joined(separator: " · ")
    }
}
