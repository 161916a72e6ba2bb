import ArgumentParser
import Encoder
import Photos
import Recorder

/// `pagereel live-photo`: a video as one of Apple's Live Photos.
struct LivePhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live-photo",
        abstract: "Makes a Live Photo of a video: a JPEG and a MOV that belong together.",
        usage: "pagereel live-photo <video> -o <name> [--from <time>] [--duration <time>] [--still <time>] [options]",
        discussion: """
            Sound and pictures are copied as they are; the still is one of the pictures. Times are those of the \
            nearest pictures.

              pagereel live-photo report.mp4 -o IMG_0001 --from 2s --duration 3s --still 1.5s

            writes IMG_0001.JPG and IMG_0001.MOV, both or neither.

            Exit status: 0, or one of record's: 64 for a part outside the video, 65 for a file that is no video or \
            cannot be a Live Photo's, 73 and 74 for what cannot be written, 129, 130 and 143 for a signal.
            """)

    @Argument(
        help: "The video: .mp4, .mov or .mkv, H.264 or HEVC.",
        completion: .file(extensions: MovieContainer.fileExtensions))
    var video: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The photo's name, without an ending; missing folders are made.", valueName: "name"))
    var output: PhotoName

    @OptionGroup var photo: PhotoArguments

    @Option(
        help: ArgumentHelp("The UUID that says that both belong together. (default: a new one)", valueName: "uuid"),
        transform: contentIdentifier)
    var identifier: ContentIdentifier?

    @Flag(help: "Put both into a folder, name.pvt, which macOS imports as one thing.")
    var pvt = false

    func validate() throws { _ = try output.ofLivePhoto() }

    func run() throws {
        var plan = PhotoPlan(movie: video, output: try output.ofLivePhoto(), form: pvt ? .liveBundle : .live)
        photo.apply(to: &plan)
        plan.usualDuration = PhotoArguments.usualDuration
        if let identifier { plan.identifier = identifier }
        try PhotoSession(plan, quiet: photo.quiet, json: photo.json).run()
    }
}

private func contentIdentifier(_ text: String) throws -> ContentIdentifier {
    guard let identifier = ContentIdentifier(text) else {
        throw ValidationError("an identifier is a UUID, like 0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D.")
    }
    return identifier
}
