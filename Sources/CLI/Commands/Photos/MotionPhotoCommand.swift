import ArgumentParser
import Encoder
import Photos

/// `pagereel motion-photo`: turns a video into Android's Motion Photo.
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
        try PhotoSession(plan: plan, quiet: photo.quiet, json: photo.json).run()
    }
}
