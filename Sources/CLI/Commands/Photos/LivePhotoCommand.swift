import ArgumentParser
import Encoder
import Photos

/// `pagereel live-photo`: turns a video into Apple's Live Photo.
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
        try PhotoSession(plan: plan, quiet: photo.quiet, json: photo.json).run()
    }
}
