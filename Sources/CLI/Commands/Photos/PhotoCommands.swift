import ArgumentParser
import Encoder
import Glibc
import Notation
import Photos

struct LivePhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live-photo",
        abstract: "Turn a video into a Live Photo: a JPEG and a MOV.",
        usage: "pagereel live-photo <video> -o <name> [--from <time>] [--duration <time>] [--still <time>] [options]",
        discussion: """
            Sound and frames are copied without re-encoding; the still is one of the frames. Times are rounded to the \
            nearest frame.

              pagereel live-photo report.mp4 -o IMG_0001 --from 2s --duration 3s --still 1.5s

            writes IMG_0001.JPG and IMG_0001.MOV, both or neither.

            Exit status: as with record: 64 for times outside the video, 65 for a file that is not a video or cannot \
            become a Live Photo, 73 and 74 if the photo cannot be written, 129, 130 and 143 for a signal.
            """)

    @Argument(
        help: "The video: .mp4, .mov or .mkv, H.264 or HEVC.",
        completion: .file(extensions: MovieContainer.videoExtensions))
    var video: String

    @OptionGroup @Options var photo: LivePhotoArguments

    func validate() throws { _ = try photo.output.ofLivePhoto() }

    func run() throws {
        var plan = PhotoPlan(
            movie: video, output: try photo.output.ofLivePhoto(), form: photo.pvt ? .liveBundle : .live)
        photo.part.apply(to: &plan)
        plan.usualDuration = PhotoArguments.usualDuration
        if let identifier = photo.identifier { plan.identifier = identifier }
        try photo.part.make(plan)
    }
}

/// Options of `live-photo`.
struct LivePhotoArguments: OptionTable {
    @Setting(
        "output", "Name of the photo, without an extension; missing folders are created.", .photoName, as: "name",
        .letter("o"), .required)
    var output = PhotoName(text: "")

    /// The part of the video.
    var part = PhotoArguments()

    @Setting(
        "identifier", "UUID that links the two files. (default: a new one)",
        Form("a UUID", advice: { _ in "an identifier is a UUID, like 0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D." }) {
            ContentIdentifier($0)
        }, as: "uuid")
    var identifier: ContentIdentifier?

    @Setting("pvt", "Put both files into a folder, name.pvt, which macOS imports as one item.", .onOnly)
    var pvt = false
}

struct MotionPhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "motion-photo",
        abstract: "Turn a video into a Motion Photo: a JPEG with an embedded MP4.",
        usage: "pagereel motion-photo <video> -o <name> [--from <time>] [--duration <time>] [--still <time>] [options]",
        discussion: """
            Without --from and --duration, an MP4 is embedded whole and unchanged, to the byte. Otherwise, sound and \
            frames are copied without re-encoding. The still is one of the frames.

              pagereel motion-photo report.mp4 -o IMG_0001 --from 2s --duration 3s --still 1.5s

            writes IMG_0001.MP.jpg.

            Exit status: as with record: 64 for times outside the video, 65 for a file that is not a video or cannot \
            become a Motion Photo, 73 and 74 if the photo cannot be written, 129, 130 and 143 for a signal.
            """)

    @Argument(
        help: "The video: .mp4, .mov or .mkv, H.264, HEVC or AV1.",
        completion: .file(extensions: MovieContainer.videoExtensions))
    var video: String

    @OptionGroup @Options var photo: MotionPhotoArguments

    func validate() throws { _ = try photo.output.ofMotionPhoto() }

    func run() throws {
        var plan = PhotoPlan(movie: video, output: try photo.output.ofMotionPhoto(), form: .motion)
        photo.part.apply(to: &plan)
        plan.keepsFile = photo.part.from == nil && photo.part.duration == nil
        if !plan.keepsFile { plan.usualDuration = PhotoArguments.usualDuration }
        try photo.part.make(plan)
    }
}

/// Options of `motion-photo`.
struct MotionPhotoArguments: OptionTable {
    @Setting(
        "output", "Name of the photo, without the extension .MP.jpg; missing folders are created.", .photoName,
        as: "name", .letter("o"), .required)
    var output = PhotoName(text: "")

    /// The part of the video.
    var part = PhotoArguments()
}

/// Options for which part of a video becomes a photo, and for messages.
struct PhotoArguments: OptionTable {
    @Setting("from", "Where the photo's movie begins in the video. (default: 0s)", .time, as: "time")
    var from: Duration?

    @Setting(
        "duration",
        "Length of the photo's movie, at most the rest of the video. (default: 3s; for motion-photo without --from, "
            + "the whole video)", .positiveTime, as: "time")
    var duration: Duration?

    @Setting(
        "still", "Time of the still, counted from --from; the nearest frame is used. (default: the middle)", .time,
        as: "time")
    var still: Duration?

    @Setting("overwrite", "Replace existing files once the new ones are complete.", .onOnly)
    var overwrite = false

    @Setting("quiet", "Print only errors.", .letter("q"), .onOnly)
    var quiet = false

    @Setting("json", "Print the summary to standard output as one JSON object.", .onOnly)
    var json = false

    /// The default length of a photo's movie, as phones record it.
    static let usualDuration = Duration.seconds(3)

    func apply(to plan: inout PhotoPlan) {
        plan.from = from ?? .zero
        plan.duration = duration
        plan.still = still
        plan.overwritesOutput = overwrite
    }
}

extension PhotoArguments {
    /// Makes a photo, reports, and ends the command.
    ///
    /// - Throws: `ExitCode`, unless the exit status is 0.
    func make(_ plan: PhotoPlan) throws {
        try CommandEnvironment.run {
            CommandEnvironment.prepare(isVerbose: false)
            return CommandLoop.run { await perform(plan) }
        }
    }

    @MainActor
    private func perform(_ plan: PhotoPlan) async -> ExitStatus {
        let signals = StopSignals()
        let reporter = WorkReporter(quiet: quiet, json: json)
        // Before files exist that a signal would leave behind.
        await signals.start()
        do {
            let summary = try await PhotoMaker(signals: signals, reporter: reporter).make(plan)
            reporter.finish(PhotoJSON(summary), lines: [])
            return .success
        } catch {
            reporter.fail("\(error)", wasStopped: false)
            return ExitStatus(error, signal: signals.status)
        }
    }
}
