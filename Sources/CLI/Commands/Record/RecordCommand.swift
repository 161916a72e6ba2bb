import ArgumentParser
import Encoder

struct RecordCommand: RepeatablePage {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a web page to a video.",
        usage: "pagereel record <page> [-o <file>] [options]",
        discussion: """
            The page starts and stops the recording: it navigates to pagereel://start, stop or cancel (also pause, \
            resume and mark?name=...), or posts these words as messages to window.webkit.messageHandlers.pagereel. \
            With --duration, the recording starts when the page has loaded, and stops after that time.

            Without --output, the video goes to the library (pagereel list), named after the start time, and its path is \
            printed to standard output.

            Exit status:
            \(ExitStatus.table)
            """)

    @Argument(
        help: """
            The page: an http, https or file URL, or the path of an HTML file; with --serve, a path in that folder; - for \
            standard input.
            """,
        completion: .file(extensions: ["html", "htm", "xhtml", "svg"]))
    var page: String

    @OptionGroup @Options var file: FileArguments

    @OptionGroup(visibility: .detail) @Options var library: LibraryArguments

    @OptionGroup @Options var existing: OutputArguments

    @OptionGroup(title: "Page") @Options var serve: ServeArguments
    @OptionGroup(title: "Page") @Options var pageOptions: PageArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var data: DataArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var pictures: ScreenshotArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var storyboards: StoryboardArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var saving: SaveStateArguments
    @OptionGroup(title: "Signals") @Options var signals: SignalArguments
    @OptionGroup(title: "Signals", visibility: .detail) @Options var addresses: SignalAddressArguments
    @OptionGroup(title: "Signals") @Options var expect: ExpectArguments
    @OptionGroup(title: "Time") @Options var clock: ClockArguments
    @OptionGroup(title: "Video") @Options var capture: CaptureArguments
    @OptionGroup(title: "Video") @Options var video: VideoArguments
    @OptionGroup(title: "Video", visibility: .detail) @Options var stream: StreamArguments
    @OptionGroup(title: "Video", visibility: .detail) @Options var captions: CaptionArguments
    @OptionGroup(title: "Sound") @Options var sound: SoundArguments
    @OptionGroup(title: "Sound") @Options var pageSound: PageSoundArguments
    @OptionGroup(title: "Photos", visibility: .detail) @Options var photos: VideoPhotoArguments
    @OptionGroup(title: "Photos", visibility: .detail) @Options var posters: PosterArguments
    @OptionGroup(title: "Schedule", visibility: .detail) @Options var unattended: RunArguments
    @OptionGroup(title: "Schedule", visibility: .detail) @Options var keeping: KeepArguments
    @OptionGroup(title: "Messages", visibility: .detail) @Options var reporting: ReportArguments
    @OptionGroup(title: "Messages", visibility: .detail) @Options var archiving: ArchiveArguments
    @OptionGroup(title: "Messages", visibility: .detail) @Options var tracing: TraceArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments

    func check() throws {
        try sound.validate(hasOtherSound: pageSound.settings.isRecorded)
        guard sound.audio != nil || !pageSound.audioDucking else {
            throw ValidationError("--audio-ducking needs a soundtrack: give one with --audio.")
        }
        guard file.output == nil || library.library == nil else {
            throw ValidationError("--library is for recordings without --output; leave one of them out.")
        }
        try keeping.validate(for: file.output)
        try refuseScreenshots(without: pageOptions.stepsFile)
        try storyboards.validate(for: pageOptions)
        let name = try file.output?.path(at: 0, mayBeSound: true) ?? ".\(container.rawValue)"
        try validateSoundAlone(name)
        try video.validate(for: name, stream, size: pageOptions.pixelSize)
        try sound.validate(for: name)
        try captions.validate(for: name)
        try pageSound.validate(for: name)
        try photos.validate(for: video, stream, output: name)
        try posters.validate(for: name)
    }

    func run() throws {
        try CommandEnvironment.run { RecordSession.run(self) }
    }
}

/// The option for the video.
struct FileArguments: OptionTable {
    @Setting(
        "output",
        "The video to write (\(MovieContainer.fileNames)) or its sound (\(SoundFileFormat.fileNames)), with strftime "
            + "conversions like %Y-%m-%d. (default: a file in the library)", .outputName, as: "file", .letter("o"),
        .template, .files(MovieContainer.fileExtensions + SoundFileFormat.fileExtensions), .notRepeated)
    var output: OutputName?
}

extension ExitStatus {
    /// The table of all statuses, for help.
    static var table: String {
        TextTable(rows: allCases.map { ["  \($0.rawValue)", $0.meaning] }).lines().joined(separator: "\n")
    }
}
