import ArgumentParser
import EngineLink
import PageServer
import Recorder

/// `pagereel stills`: pictures of a page at exact times.
struct StillsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stills",
        abstract: "Takes pictures of a page at exact times, and compares them with kept ones.",
        usage: "pagereel stills <page> --at <moments> -o <folder> [--compare <folder>] [options]",
        discussion: """
            A moment is a time of the page, which begins when its document begins to arrive, or a signal of the page: \
            start, stop, mark:Results. The pictures are PNG files, named by their moments.

              pagereel stills report.html --at 1s,2.5s,stop -o now/
              pagereel stills report.html --at 1s,2.5s,stop -o now/ --compare kept/

            Exit status:
              0    all pictures were taken, and are as the kept ones
              1    pictures differ from the kept ones, or a moment did not come
            and those of record for what kept the pictures from being taken.
            """)

    @Argument(
        help: "The page: an http, https or file URL, or the path of an HTML file; with --serve a path in the folder.",
        completion: .file(extensions: ["html", "htm", "xhtml", "svg"]))
    var page: String

    @Option(
        help: ArgumentHelp("When: times and signals, separated by commas; repeatable.", valueName: "moments"),
        transform: pictureMoments)
    var at: [[PictureMoment]]

    @Option(
        name: [.short, .long], help: ArgumentHelp("The folder to write to.", valueName: "folder"),
        completion: .directory)
    var output: String

    @Flag(help: "Replace existing pictures.")
    var overwrite = false

    @Option(
        help: ArgumentHelp("Follow the page for this much of its time at most. (default: 10m)", valueName: "time"),
        transform: positiveDuration)
    var until = Duration.seconds(600)

    @OptionGroup(title: "Comparison") var comparison: ComparisonArguments
    @OptionGroup(title: "Picture") var picture: PictureArguments
    @OptionGroup(title: "Page") var serve: ServeArguments
    @OptionGroup(title: "Page") var pageOptions: PageArguments
    @OptionGroup(title: "Signals") var signals: SignalAddressArguments
    @OptionGroup(title: "Time") var clock: ClockArguments
    @OptionGroup(title: "Configuration") var configured: ConfigurationArguments
    @OptionGroup(title: "Messages") var messages: MessageArguments

    /// When pictures are taken, each once.
    var moments: [PictureMoment] {
        at.flatMap(\.self).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func validate() throws {
        try messages.validate()
    }

    func run() throws {
        Message.openStandardStreams()
        let status = StillsSession(self).run()
        if status != .recorded { throw ExitCode(status.rawValue) }
    }
}

private func pictureMoments(_ text: String) throws -> [PictureMoment] {
    let moments = text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }
    guard !moments.isEmpty else { throw ValidationError("a moment is a time like 2.5s, or a signal like stop.") }
    return try moments.map { word in
        guard let moment = PictureMoment(String(word)) else {
            throw ValidationError(
                "'\(word)' is no moment; one is a time like 2.5s, or a signal like stop or mark:Results.")
        }
        return moment
    }
}
