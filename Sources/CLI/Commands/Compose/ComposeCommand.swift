import ArgumentParser
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

            --explain prints the timeline in frames and samples, and writes nothing.

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
            "Write only these frames, first and last included, to videos, GIFs and image sequences.",
            valueName: "first..last"),
        transform: frameSpan)
    var frames: ClosedRange<Int>?

    @Flag(help: "Render a fast preview, at most 640 pixels wide, as out.preview.mp4 beside out.mp4.")
    var preview = false

    @Flag(help: "Print the frames and samples of every clip, sound and output; write nothing.")
    var explain = false

    @OptionGroup var existing: OutputArguments
    @OptionGroup(title: "Schedule") var unattended: RunArguments
    @OptionGroup(title: "Messages") var messages: MessageArguments

    /// Whether existing files may be replaced; previews always may.
    var overwrites: Bool { existing.overwrite || preview && output.isEmpty }

    func validate() throws {
        try messages.validate()
        guard at == nil || output.contains(where: { PlannedOutput.Kind(fileName: $0) == .still(frame: 0) }) else {
            throw ValidationError("--at is the time of a picture; name one with -o poster.png.")
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
