import ArgumentParser
import Encoder
import Recorder

/// `pagereel record`: one page to one video.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records a web page to a video.",
        usage: "pagereel record <page> [-o <file>] [options]",
        discussion: """
            The page says when: it navigates to pagereel://start, stop or cancel (also pause, resume and \
            mark?name=...), or posts the same words to window.webkit.messageHandlers.pagereel. With --duration the \
            recording begins when the page is loaded and ends by itself.

            Without --output the video goes to the library, named by the time, and its path is printed on standard \
            output; pagereel list shows what is there.

            Exit status:
            \(ExitStatus.table)
            """)

    @Argument(
        help: "The page: an http, https or file URL, or the path of an HTML file; with --serve a path in the folder.",
        completion: .file(extensions: ["html", "htm", "xhtml", "svg"]))
    var page: String

    @Option(
        name: [.short, .long],
        help: """
            The video to write: .mp4, .m4v, .mkv, .webm or .mov; conversions like %Y-%m-%d stand for the time of the \
            start. (default: a new file in the library)
            """,
        completion: .file(extensions: MovieContainer.fileExtensions))
    var output: OutputName?

    @OptionGroup var library: LibraryArguments

    @OptionGroup var existing: OutputArguments

    @OptionGroup(title: "Page") var serve: ServeArguments
    @OptionGroup(title: "Page") var pageOptions: PageArguments
    @OptionGroup(title: "Signals") var signals: SignalArguments
    @OptionGroup(title: "Time") var clock: ClockArguments
    @OptionGroup(title: "Video") var capture: CaptureArguments
    @OptionGroup(title: "Video") var video: VideoArguments
    @OptionGroup(title: "Sound") var sound: SoundArguments
    @OptionGroup(title: "Photos") var photos: VideoPhotoArguments
    @OptionGroup(title: "Schedule") var schedule: ScheduleArguments
    @OptionGroup(title: "Messages") var messages: MessageArguments
    @OptionGroup(title: "Configuration") var configured: ConfigurationArguments

    func validate() throws {
        try messages.validate()
        try sound.validate()
        try library.validate()
        guard output == nil || library.library == nil else {
            throw ValidationError("--library is for recordings without --output; leave one of them out.")
        }
        try schedule.validate(for: output)
        let name = try output?.path(at: 0) ?? ".\(container.rawValue)"
        try video.validate(for: name)
        try photos.validate(for: video, output: name)
    }

    func run() throws {
        Message.openStandardStreams()
        let status = RecordSession(self).run()
        if status != .recorded { throw ExitCode(status.rawValue) }
    }
}
