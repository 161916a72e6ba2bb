import ArgumentParser
import EngineLink
import Glibc
import Notation
import PictureComparison
import SystemPackage

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

    @OptionGroup @Options var stills: StillsArguments
    @OptionGroup(title: "Comparison") @Options var comparison: ComparisonArguments
    @OptionGroup(title: "Picture") @Options var picture: PictureArguments
    @OptionGroup(title: "Page") @Options var serve: ServeArguments
    @OptionGroup(title: "Page") @Options var pageOptions: PageArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var data: DataArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var pictures: ScreenshotArguments
    @OptionGroup(title: "Signals", visibility: .detail) @Options var timeouts: TimeoutArguments
    @OptionGroup(title: "Signals", visibility: .detail) @Options var signals: SignalAddressArguments
    @OptionGroup(title: "Time") @Options var clock: ClockArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments

    func check() throws {
        try refuseScreenshots(without: pageOptions.stepsFile)
        try stills.refuseFileName()
    }

    func run() throws {
        try CommandEnvironment.run { try takeStills() }
    }
}

/// Options for which stills are taken.
struct StillsArguments: OptionTable {
    @Setting(
        "at", "Moments to take stills at: times and signals, separated by commas; repeatable.", .moments, as: "moments",
        .required)
    private var lists: [[PictureMoment]]

    @Setting("output", "Folder for the stills.", .text, as: "folder", .letter("o"), .folder, .required)
    var output = ""

    @Setting("overwrite", "Replace existing stills.", .onOnly)
    var overwrite = false

    @Setting(
        "selector", "Take stills of the first element that matches, as far as it is in the view.", .text,
        as: "css-selector")
    var selector: String?

    @Setting("full-page", "Show the whole page, which is loaded twice.", .onOnly)
    var fullPage = false

    @Setting(
        "until", "Follow the page for at most this much of its time. (default: 10m)", .positiveTime, as: "time",
        .detail)
    var until = Duration.seconds(600)

    /// Refuses the name of a picture, from which a folder of that name would be made.
    fileprivate func refuseFileName() throws {
        let path = FilePath(output)
        guard ["png", "jpg", "jpeg", "webp", "gif", "apng"].contains(path.extension?.lowercased()),
            let stem = path.stem,
            unsafe access(output, F_OK) != 0
        else { return }
        throw ValidationError(
            "--output names a folder, and \(output) looks like a picture. Stills are named after their moments: with "
                + "-o \(stem), the still at 1s is \(stem)/0001000ms.png.")
    }

    /// Each moment once.
    var moments: [PictureMoment] {
        lists.flatMap(\.self).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Form where Value == [PictureMoment] {
    /// Moments, separated by commas.
    fileprivate static var moments: Form {
        Form("moments", write: { $0.map(\.description).joined(separator: ",") }) { text throws(ValidationError) in
            let words = text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }
            guard !words.isEmpty else { throw ValidationError("a moment is a time like 2.5s, or a signal like stop.") }
            return try words.map { word throws(ValidationError) in
                if let moment = PictureMoment(String(word)) { return moment }
                throw ValidationError(
                    "'\(word)' is not a moment. Write a time like 2.5s, or a signal like stop or mark:Results.")
            }
        }
    }
}

/// Options for the comparison with reference images.
struct ComparisonArguments: OptionTable {
    @Setting("compare", "Compare with the reference images in this folder.", .text, as: "folder", .folder)
    var compare: String?

    @Setting(
        "tolerance", "Ignore color differences up to this value, 0 to 255 per channel. (default: 0)",
        .wholeNumber(in: 0...255), as: "number")
    var tolerance = 0

    @Setting(
        "allow", "Allow this percentage of pixels to differ by more than the tolerance. (default: 0)",
        .number(in: 0...100), as: "percent")
    var allow = 0.0

    @Setting(
        "ignore",
        "Do not compare this part: X,Y,WxH in pixels of the stills, or a CSS selector; repeatable.", .ignoredPart,
        as: "part", .requires("compare"))
    var ignored: [IgnoredPart]

    @Setting(
        "differences", "Folder for the difference images. (default: differences in the output folder)", .text,
        as: "folder", .folder, .requires("compare"))
    var differences: String?

    @Setting("update", "Replace the reference images with the new stills.", .onOnly, .requires("compare"))
    var update = false

    /// The parts that are the same in all stills.
    var ignoredRegions: [PictureRegion] {
        ignored.compactMap { if case .region(let region) = $0 { region } else { nil } }
    }

    /// The selectors of elements, which are found when a still is taken.
    var ignoredElements: [String] {
        ignored.compactMap { if case .elements(let selector) = $0 { selector } else { nil } }
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
