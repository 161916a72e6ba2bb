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
        completion: .file(extensions: MovieContainer.fileExtensions))
    var video: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Name of the photo, without an extension; missing folders are created.", valueName: "name"))
    var output: PhotoName

    @OptionGroup var photo: PhotoArguments

    @Option(
        help: ArgumentHelp("UUID that links the two files. (default: a new one)", valueName: "uuid"),
        transform: reading("an identifier is a UUID, like 0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D.") {
            ContentIdentifier($0)
        })
    var identifier: ContentIdentifier?

    @Flag(help: "Put both files into a folder, name.pvt, which macOS imports as one item.")
    var pvt = false

    func validate() throws { _ = try output.ofLivePhoto() }

    func run() throws {
        var plan = PhotoPlan(movie: video, output: try output.ofLivePhoto(), form: pvt ? .liveBundle : .live)
        photo.apply(to: &plan)
        plan.usualDuration = PhotoArguments.usualDuration
        if let identifier { plan.identifier = identifier }
        try photo.make(plan)
    }
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
        completion: .file(extensions: MovieContainer.fileExtensions))
    var video: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Name of the photo, without the extension .MP.jpg; missing folders are created.", valueName: "name"))
    var output: PhotoName

    @OptionGroup var photo: PhotoArguments

    func validate() throws { _ = try output.ofMotionPhoto() }

    func run() throws {
        var plan = PhotoPlan(movie: video, output: try output.ofMotionPhoto(), form: .motion)
        photo.apply(to: &plan)
        plan.keepsFile = photo.from == nil && photo.duration == nil
        if !plan.keepsFile { plan.usualDuration = PhotoArguments.usualDuration }
        try photo.make(plan)
    }
}

/// Options for which part of a video becomes a photo, and for messages.
struct PhotoArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Where the photo's movie begins in the video. (default: 0s)", valueName: "time"),
        transform: reading(.time))
    var from: Duration?

    @Option(
        help: ArgumentHelp(
            "Length of the photo's movie, at most the rest of the video. (default: 3s; for motion-photo without --from, "
                + "the whole video)", valueName: "time"),
        transform: reading(.positiveTime))
    var duration: Duration?

    @Option(
        help: ArgumentHelp(
            "Time of the still, counted from --from; the nearest frame is used. (default: the middle)",
            valueName: "time"),
        transform: reading(.time))
    var still: Duration?

    @Flag(help: "Replace existing files once the new ones are complete.")
    var overwrite = false

    @Flag(name: [.short, .long], help: "Print only errors.")
    var quiet = false

    @Flag(help: "Print the summary to standard output as one JSON object.")
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
