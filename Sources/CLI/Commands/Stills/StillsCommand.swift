import ArgumentParser
import EngineLink
import Notation
import PictureComparison

struct StillsCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stills",
        abstract: "Take stills of a page at exact times, and compare them with reference images.",
        usage: "pagereel stills <page> --at <moments> -o <folder> [--compare <folder>] [options]",
        discussion: """
            A moment is a time of the page, counted from when its document begins to arrive, or a signal's first arrival: \
            start, stop, mark:Results. The stills are PNG files named after their moments.

              pagereel stills report.html --at 1s,2.5s,stop -o now/
              pagereel stills report.html --at 1s,2.5s,stop -o now/ --compare reference/

            Exit status:
              0    all stills were taken, and match the reference images
              1    a still differs from its reference image, is missing, or has no reference image
            Other failures have the exit status that record has.
            """)

    @Argument(
        help: """
            The page: an http, https or file URL, or the path of an HTML file; with --serve, a path in that folder; - for \
            standard input.
            """,
        completion: .file(extensions: ["html", "htm", "xhtml", "svg"]))
    var page: String

    @Option(
        help: ArgumentHelp(
            "Moments to take stills at: times and signals, separated by commas; repeatable.", valueName: "moments"),
        transform: pictureMoments)
    var at: [[PictureMoment]]

    @Option(
        name: [.short, .long], help: ArgumentHelp("Folder for the stills.", valueName: "folder"),
        completion: .directory)
    var output: String

    @Flag(help: "Replace existing stills.")
    var overwrite = false

    @Option(
        help: ArgumentHelp("Follow the page for at most this much of its time. (default: 10m)", valueName: "time"),
        transform: reading(.positiveTime))
    var until = Duration.seconds(600)

    @OptionGroup(title: "Comparison") var comparison: ComparisonArguments
    @OptionGroup(title: "Picture") @Options var picture: PictureArguments
    @OptionGroup(title: "Page") @Options var serve: ServeArguments
    @OptionGroup(title: "Page") @Options var pageOptions: PageArguments
    @OptionGroup(title: "Signals", visibility: .detail) @Options var timeouts: TimeoutArguments
    @OptionGroup(title: "Signals", visibility: .detail) @Options var signals: SignalAddressArguments
    @OptionGroup(title: "Time") @Options var clock: ClockArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments

    var moments: [PictureMoment] {
        at.flatMap(\.self).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func check() throws {
        try messages.validate()
    }

    func run() throws {
        try CommandEnvironment.run { try takeStills() }
    }
}

private func pictureMoments(_ text: String) throws -> [PictureMoment] {
    let moments = text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }
    guard !moments.isEmpty else { throw ValidationError("a moment is a time like 2.5s, or a signal like stop.") }
    return try moments.map { word in
        guard let moment = PictureMoment(String(word)) else {
            throw ValidationError(
                "'\(word)' is not a moment. Write a time like 2.5s, or a signal like stop or mark:Results.")
        }
        return moment
    }
}

/// Options for the comparison with reference images.
struct ComparisonArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Compare with the reference images in this folder.", valueName: "folder"),
        completion: .directory)
    var compare: String?

    @Option(
        help: ArgumentHelp(
            "Ignore color differences up to this value, 0 to 255 per channel. (default: 0)",
            valueName: "number"),
        transform: reading(.wholeNumber(in: 0...255)))
    var tolerance = 0

    @Option(
        help: ArgumentHelp(
            "Allow this percentage of pixels to differ by more than the tolerance. (default: 0)", valueName: "percent"),
        transform: reading(.number(in: 0...100)))
    var allow = 0.0

    @Option(
        help: ArgumentHelp(
            "Folder for the difference images. (default: differences in the output folder)",
            valueName: "folder"),
        completion: .directory)
    var differences: String?

    @Flag(help: "Replace the reference images with the new stills.")
    var update = false

    func validate() throws {
        guard compare != nil || (!update && differences == nil) else {
            throw ValidationError("\(update ? "--update" : "--differences") needs --compare.")
        }
    }

    var pictureTolerance: PictureTolerance { PictureTolerance(channel: tolerance, share: allow / 100) }
}

/// Options for how stills are taken.
struct PictureArguments: ConfigurableTable {
    @Setting(
        "rendering",
        "How the page is rendered: painted (flat, fast), composited (correct 3D), or auto, as the page needs.",
        as: "auto|painted|composited")
    var rendering = PageOptions.Rendering.auto

    @Setting("transparent", "Keep the page's transparency.", .onOnly)
    var transparent = false
}
