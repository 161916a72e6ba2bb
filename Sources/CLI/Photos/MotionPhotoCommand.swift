import ArgumentParser
import Encoder
import Photos
import Recorder

/// `pagereel motion-photo`: a video as one of Android's Motion Photos.
struct MotionPhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "motion-photo",
        abstract: "Makes a Motion Photo of a video: a JPEG with an MP4 behind it.",
        usage: "pagereel motion-photo <video> -o <name> [--from <time>] [--duration <time>] [--still <time>] [options]",
        discussion: """
            Without --from and --duration an MP4 is put behind the picture as it is, to the byte. Otherwise sound and \
            pictures are copied as they are. The still is one of the pictures.

              pagereel motion-photo report.mp4 -o IMG_0001 --from 2s --duration 3s --still 1.5s

            writes IMG_0001.MP.jpg.

            Exit status: 0, or one of record's: 64 for a part outside the video, 65 for a file that is no video or \
            cannot be a Motion Photo's, 73 and 74 for what cannot be written, 129, 130 and 143 for a signal.
            """)

    @Argument(
        help: "The video: .mp4, .mov or .mkv, H.264, HEVC or AV1.",
        completion: .file(extensions: MovieContainer.fileExtensions))
    var video: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The photo's name, without its ending .MP.jpg; missing folders are made.", valueName: "name"))
    var output: PhotoName

    @OptionGroup var photo: PhotoArguments

    func validate() throws { _ = try output.ofMotionPhoto() }

    func run() throws {
        var plan = PhotoPlan(movie: video, output: try output.ofMotionPhoto(), form: .motion)
        photo.apply(to: &plan)
        plan.keepsFile = photo.from == nil && photo.duration == nil
        if !plan.keepsFile { plan.usualDuration = PhotoArguments.usualDuration }
        try PhotoSession(plan, quiet: photo.quiet, json: photo.json).run()
    }
}
