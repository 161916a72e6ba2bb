import ArgumentParser
import Encoder
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

    @OptionGroup @Options var result: ComposeArguments
    @OptionGroup @Options var existing: OutputArguments
    @OptionGroup(title: "Schedule", visibility: .detail) @Options var unattended: RunArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments

    /// Whether existing files may be replaced; previews always may.
    var overwrites: Bool { existing.overwrite || result.preview && result.output.isEmpty }

    func validate() throws {
        // What has no meaning while a timeline is played.
        guard result.play else { return }
        guard result.output.isEmpty, !existing.overwrite else {
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

/// Options for what is made of a timeline.
struct ComposeArguments: OptionTable {
    @Setting(
        "output",
        "File to write instead of the timeline's outputs: a video, animated picture, picture, sound, subtitles or .otio; "
            + "repeatable.",
        .text, as: "file", .letter("o"), .file)
    var output: [String]

    @Setting(
        "at", "Time of the picture that --output names: 3.2s or 96f.",
        .text("write \(Form.timelineTime).") { TimelineTime($0) != nil }, as: "time")
    var at: String?

    @Setting(
        "frames",
        "Write or play only these frames, first and last included; for videos, sound, subtitles and image sequences.",
        .frameSpan, as: "first..last")
    var frames: ClosedRange<Int>?

    @Setting(
        "preview",
        "Render or play a fast preview, at most 640 pixels wide; its file is out.preview.mp4 beside out.mp4.",
        .onOnly)
    var preview = false

    @Setting("explain", "Print the frames and samples of every clip, sound and output; write nothing.", .onOnly)
    var explain = false

    @Setting("play", "Play the timeline in a browser until Ctrl-C; write nothing.", .onOnly, .excludes(["explain"]))
    var play = false

    @Setting(
        "port", "Port of 127.0.0.1 for --play. (default: a free port)", .wholeNumber(in: 1...65_535), as: "number",
        .requires("play"))
    var port: Int?

    @Setting("no-open", "Do not open a browser with --play.", .onOnly, .requires("play"))
    var noOpen = false

    func validate() throws {
        try checkCombinations()
        guard at == nil || output.contains(where: { PlannedOutput.Kind(fileName: $0) == .still(frame: 0) }) else {
            throw ValidationError("--at is the time of a picture; name one with -o poster.png.")
        }
    }
}

extension Form where Value == ClosedRange<Int> {
    /// Frames like `120..180`, both included.
    fileprivate static var frameSpan: Form {
        let advice = "frames are written first..last, like 120..180, and count from 0."
        return Form("frames", write: { "\($0.lowerBound)..\($0.upperBound)" }, advice: { _ in advice }) { text in
            let parts = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let first = parts[0], let last = parts[1], first >= 0, last >= first else {
                return nil
            }
            return first...last
        }
    }
}
