import ArgumentParser
import Encoder
import Notation

/// `pagereel images`: turns pictures into a video.
struct ImagesCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "images",
        abstract: "Turn pictures into a video.",
        usage: """
            pagereel images <picture> ... -o <file> [options]
            pagereel images --list <file> -o <file> [options]
            """,
        discussion: """
            Pictures are PNG, JPEG, WebP, BMP and TIFF files, rotated as their EXIF data says, and animated GIF, APNG and \
            WebP files. They are shown in the given order.

              pagereel images *.png -o out.mp4 --each 1.5s --transition fade:0.5s
              pagereel images frame_%04d.png -o out.mp4 --fps 24
              pagereel images --list pictures.txt -o out.mp4 --size 1280x720 --fit blur --audio loop.ogg

            A list has one picture per line, optionally with its duration, like "first.png 2s". With --list -, it is \
            read from standard input.

            Exit status:
              0    success
              65   a picture, the list or the soundtrack cannot be read
              130  stopped by Ctrl-C (143: by SIGTERM); nothing was written
            Other failures have the exit status that record has.
            """)

    @Argument(
        help: "Pictures, in order; also folders, names like frame_%04d.png or '*.png', and - for a pipe.",
        completion: .file(extensions: ["png", "jpg", "jpeg", "webp", "gif", "apng", "bmp", "tif", "tiff"]))
    var pictures: [String] = []

    @OptionGroup @Options var files: ImagesArguments
    @OptionGroup @Options var existing: OutputArguments
    @OptionGroup(title: "Pictures") @Options var slides: SlideArguments
    @OptionGroup(title: "Video") @Options var video: VideoArguments
    @OptionGroup(title: "Video", visibility: .detail) @Options var stream: StreamArguments
    @OptionGroup(title: "Sound") @Options var sound: SoundArguments
    @OptionGroup(title: "Photos", visibility: .detail) @Options var photos: VideoPhotoArguments
    @OptionGroup(title: "Photos", visibility: .detail) @Options var posters: PosterArguments
    @OptionGroup(title: "Schedule", visibility: .detail) @Options var unattended: RunArguments
    @OptionGroup(title: "Schedule", visibility: .detail) @Options var waiting: QueueArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments

    func check() throws {
        guard files.list == nil || pictures.isEmpty else {
            throw ValidationError("Pictures on the command line and --list cannot be combined.")
        }
        guard files.list != nil || !pictures.isEmpty else {
            throw ValidationError("No pictures given. Name pictures, or a list with --list.")
        }
        guard pictures.filter({ $0 == "-" }).count < 2 else {
            throw ValidationError("Standard input, -, can be read only once.")
        }
        let name = try files.output.path(at: 0)
        try video.validate(for: name, stream, size: slides.size)
        try sound.validate(for: name)
        try photos.validate(for: video, stream, output: name)
        try posters.validate(for: name)
    }

    func run() throws {
        try CommandEnvironment.run {
            CommandEnvironment.prepare(isVerbose: messages.verbose)
            return CommandLoop.run { await ImagesSession(self).make() }
        }
    }
}

/// Options for the files of a video of pictures.
struct ImagesArguments: OptionTable {
    @Setting("list", "File that lists the pictures and how long each is shown.", .text, as: "file", .file)
    var list: String?

    @Setting(
        "output",
        "The video to write: \(MovieContainer.fileNames); strftime conversions like %Y-%m-%d stand for the start "
            + "time.", .outputName, as: "file", .letter("o"), .template, .files(MovieContainer.fileExtensions),
        .required)
    var output = OutputName(template: "")
}

/// The option for a queue of processes.
struct QueueArguments: OptionTable {
    @Setting(
        "queue", "Wait in this queue: the user's commands in it run one at a time, first come, first served.",
        .sharedName("queue"), as: "name")
    var queue: String?
}
