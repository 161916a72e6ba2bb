import ArgumentParser
import Notation
import Timeline

/// `pagereel compose`: renders a timeline to videos and pictures.
struct ComposeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose",
        abstract: "Compose clips, titles, pages and sounds into videos and pictures.",
        usage: "pagereel compose <timeline> [-o <file> ...] [options]",
        discussion: """
            The timeline is a YAML, JSON or OpenTimelineIO (.otio) file:

              canvas: {width: 1280, height: 720, fps: 30}
              video:
                - {title: Annual report, duration: 2s, then: fade}
                - {page: report.html, duration: 6s, then: {type: push, duration: 0.5s}}
                - {src: end.mp4}
              audio:
                - {src: music.m4a, loop: {crossfade: 50ms}, volume: -14dB, fade: [1s, 2s]}
              outputs:
                - {file: out.mp4}

            --explain prints the timeline in frames and samples, --play plays it in a browser; both write nothing.

            Exit status: as with record.
            """)

    @Argument(
        help: "Timeline: a YAML, JSON or .otio file.",
        completion: .file(extensions: ["yaml", "yml", "json", "otio"]))
    var timeline: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "File to write instead of the timeline's outputs: a video, .gif, .png, .jpg, .webp or .otio; repeatable.",
            valueName: "file"),
        completion: .file())
    var output: [String] = []

    @Option(
        help: ArgumentHelp("Time of the picture that --output names: 3.2s or 96f.", valueName: "time"),
        transform: timelineTime)
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Write or play only these frames, first and last included; for videos, GIFs and image sequences.",
            valueName: "first..last"),
        transform: frameSpan)
    var frames: ClosedRange<Int>?

    @Flag(help: "Render or play a fast preview, at most 640 pixels wide; its file is out.preview.mp4 beside out.mp4.")
    var preview = false

    @Flag(help: "Print the frames and samples of every clip, sound and output; write nothing.")
    var explain = false

    @OptionGroup var playing: PlayArguments
    @OptionGroup @Options var existing: OutputArguments
    @OptionGroup(title: "Schedule", visibility: .detail) @Options var unattended: RunArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments

    /// Whether existing files may be replaced; previews always may.
    var overwrites: Bool { existing.overwrite || preview && output.isEmpty }

    func validate() throws {
        try messages.validate()
        try validatePlaying()
        guard at == nil || output.contains(where: { PlannedOutput.Kind(fileName: $0) == .still(frame: 0) }) else {
            throw ValidationError("--at is the time of a picture; name one with -o poster.png.")
        }
    }

    /// Rejects what has no meaning while a timeline is played.
    private func validatePlaying() throws {
        guard playing.play else { return }
        guard !explain else { throw ValidationError("--play and --explain cannot be combined.") }
        guard output.isEmpty, !existing.overwrite else {
            throw ValidationError("--play writes no files. Omit --output and --overwrite, or compose without --play.")
        }
        guard !messages.json, unattended.isDefault else {
            throw ValidationError(
                "--play ends by Ctrl-C, without a result. Omit --json and the options of scheduled runs, such as "
                    + "--lock, --retry and --log.")
        }
    }

    func run() throws {
        try CommandEnvironment.run { try ComposeSession(command: self).run() }
    }
}

/// Checks a time on a timeline.
private func timelineTime(_ text: String) throws -> String {
    _ = try reading(.timelineTime)(text)
    return text
}

/// Parses `120..180`, both included.
private func frameSpan(_ text: String) throws -> ClosedRange<Int> {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first >= 0, last >= first else {
        throw ValidationError("frames are written first..last, like 120..180, and count from 0.")
    }
    return first...last
}

/// Options for playing a timeline instead of writing files.
struct PlayArguments: ParsableArguments {
    @Flag(help: "Play the timeline in a browser until Ctrl-C; write nothing.")
    var play = false

    @Option(
        help: ArgumentHelp("Port of 127.0.0.1 for --play. (default: a free port)", valueName: "number"),
        transform: reading(.wholeNumber(in: 1...65_535)))
    var port: Int?

    @Flag(help: "Do not open a browser with --play.")
    var noOpen = false

    func validate() throws {
        guard play || port == nil else { throw ValidationError("--port needs --play.") }
        guard play || !noOpen else { throw ValidationError("--no-open needs --play.") }
    }
}
