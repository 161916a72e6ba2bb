import ArgumentParser
import Encoder
import Movies
import Recorder

/// `pagereel images`: pictures to a video.
struct ImagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "images",
        abstract: "Makes a video of pictures.",
        usage: """
            pagereel images <picture> ... -o <file> [options]
            pagereel images --list <file> -o <file> [options]
            """,
        discussion: """
            Pictures are PNG, JPEG, WebP, BMP and TIFF files, upright as their EXIF says, and GIF and APNG files, which \
            move. They are shown in the order in which they are named, each as long as the next.

              pagereel images *.png -o out.mp4 --each 1.5s --transition fade:0.5s
              pagereel images --list pictures.txt -o out.mp4 --size 1280x720 --fit blur --audio loop.ogg

            A list has a picture and its time in each line, like "first.png 2s"; the time may be left out. It may also \
            be YAML, like "- {src: first.png, for: 2s}". With --list - it is read from standard input.

            Exit status:
              0    the video was made
              65   a picture, the list or the soundtrack cannot be read
              130  stopped by Ctrl-C (143: by SIGTERM); nothing was written
            and those of record for what else kept the video from being made.
            """)

    @Argument(
        help: "The pictures, in order.",
        completion: .file(extensions: ["png", "jpg", "jpeg", "webp", "gif", "apng", "bmp", "tif", "tiff"]))
    var pictures: [String] = []

    @Option(
        help: ArgumentHelp("A file that names the pictures, and how long each is shown.", valueName: "file"),
        completion: .file())
    var list: String?

    @Option(
        name: [.short, .long],
        help: """
            The video to write: .mp4, .m4v, .mkv, .webm or .mov; conversions like %Y-%m-%d stand for the time of the \
            start.
            """,
        completion: .file(extensions: MovieContainer.fileExtensions))
    var output: OutputName

    @OptionGroup var existing: OutputArguments
    @OptionGroup(title: "Pictures") var slides: SlideArguments
    @OptionGroup(title: "Video") var video: VideoArguments
    @OptionGroup(title: "Sound") var sound: SoundArguments
    @OptionGroup(title: "Photos") var photos: VideoPhotoArguments
    @OptionGroup(title: "Configuration") var configured: ConfigurationArguments
    @OptionGroup(title: "Messages") var messages: MessageArguments

    func validate() throws {
        try messages.validate()
        try sound.validate()
        guard list == nil || pictures.isEmpty else {
            throw ValidationError("Pictures are named on the command line or in a list (--list), not in both.")
        }
        guard list != nil || !pictures.isEmpty else {
            throw ValidationError("There is no picture. Name some, or a list of them (--list).")
        }
        let name = try output.path(at: 0)
        try video.validate(for: name)
        try photos.validate(for: video, output: name)
    }

    func run() throws {
        Message.openStandardStreams()
        let status = ImagesSession(self).run()
        if status != .recorded { throw ExitCode(status.rawValue) }
    }
}
