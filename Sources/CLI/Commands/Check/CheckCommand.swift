import ArgumentParser
import EngineLink
import Files
import Frames
import Notation
import Recorder

struct CheckCommand: RepeatablePage {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Test the signals a page sends, without recording it.",
        usage: "pagereel check <page> ... [--expect <expectations>] [options]",
        discussion: """
            Prints each signal with its page time, its time and frame number in the recording, and its source. The check \
            fails if the page sends a signal that a recording would ignore, if a recording would fail, or if an \
            expectation is not met:

              pagereel check report.html --expect 'start < 2s, mark:intro between 3s and 5s, stop within 12s'
              pagereel check report.html --expect 'stop at 10s +- 50ms after start, no cancel, no page errors'
              pagereel check pages/*.html --expect 'no page errors' --report junit.xml
              pagereel check cases.yaml --report junit.xml

            Exit status:
              0    the check passed
              1    the check failed
            Other failures have the exit status that record has.
            """)

    @Argument(
        help: ArgumentHelp(
            """
            The pages: http, https or file URLs, or paths of HTML files; with --serve, paths in that folder; - for \
            standard input. Or a file of pages and cases (.yaml).
            """, valueName: "page"),
        completion: .file(extensions: ["html", "htm", "xhtml", "svg", "yaml", "yml"]))
    var pages: [String]

    @OptionGroup(title: "Expectations") @Options var expectations: ExpectationArguments
    @OptionGroup(title: "Expectations") @Options var follow: FollowArguments
    @OptionGroup(title: "Page") @Options var serve: ServeArguments
    @OptionGroup(title: "Page") @Options var pageOptions: PageArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var data: DataArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var pictures: ScreenshotArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var storyboards: StoryboardArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var existing: OutputArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var saving: SaveStateArguments
    @OptionGroup(title: "Signals") @Options var signals: SignalArguments
    @OptionGroup(title: "Signals", visibility: .detail) @Options var addresses: SignalAddressArguments
    @OptionGroup(title: "Time") @Options var clock: ClockArguments
    @OptionGroup(title: "Messages", visibility: .detail) @Options var archiving: ArchiveArguments
    @OptionGroup(title: "Messages") @Options var messages: CheckMessageArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments

    /// The page, or the file of cases; the first of several pages.
    var page: String { pages.first ?? "" }

    /// Whether the argument is a file of cases.
    var hasCases: Bool { pages.count == 1 && CasesFile.isName(page) }

    func check() throws {
        if pages.count > 1 { try refuseOptionsOfOnePage() }
        if hasCases { try refuseOptionsOfCases() } else { try storyboards.validate(for: pageOptions) }
        guard storyboards.storyboard == nil || existing.overwrite || !expectations.watch else {
            throw ValidationError("--storyboard with --watch needs --overwrite: each check writes it again.")
        }
        try refuseScreenshots(without: pageOptions.stepsFile)
        guard data.data == nil || !hasCases else {
            throw ValidationError("--data is for one page, and not for a file of cases.")
        }
        guard saving.saveState == nil || !expectations.watch && !hasCases else {
            throw ValidationError("--save-state needs one check of one page, without --watch and a file of cases.")
        }
        guard expectations.reports.isEmpty || !expectations.update else {
            throw ValidationError("--report cannot be combined with --update, which prints no report.")
        }
        guard expectations.reports.count(where: ReportFormat.isFolder) < 2 else {
            throw ValidationError("--report writes one HTML page; leave out one of the folders.")
        }
        guard archiving.har == nil || !hasCases else {
            throw ValidationError("--har is for one page, and not for a file of cases.")
        }
        guard archiving.har == nil || existing.overwrite || !expectations.watch else {
            throw ValidationError("--har with --watch needs --overwrite: each check writes it again.")
        }
        guard page != PageAddress.standardInput || !expectations.watch else {
            throw ValidationError("--watch needs a page in a file, and standard input (-) is read once.")
        }
    }

    func run() throws {
        try CommandEnvironment.run {
            CommandEnvironment.prepare(isVerbose: messages.verbose)
            try expectations.requireCreatable()
            if expectations.watch { return try CommandLoop.run { try await watch() } }
            if pages.count > 1 { return CommandLoop.run { await checkPages() } }
            return hasCases ? try checkCases() : checkPage()
        }
    }
}

/// Options for what is expected of a page.
struct ExpectationArguments: OptionTable {
    @Setting(
        "expect", "What to expect of the page, separated by commas; repeatable.", .expectations, as: "expectations")
    var lists: [[Expectation]]

    @Setting("name", "Name of the page in the report. (default: its address)", .text, as: "name", .notRepeated)
    var name: String?

    @Setting(
        "failures",
        "Folder for the contact sheets and console output of failed checks. (default: pagereel-failures)", .text,
        as: "folder", .folder, .notRepeated)
    var failures = "pagereel-failures"

    @Setting(
        "report",
        "Also write the report to this file (.json, .xml for JUnit, .tap or .txt), or an HTML page into this folder; "
            + "repeatable.",
        .text("end the name in .json, .xml, .tap or .txt, or name a folder.") { ReportFormat.mayBeWritten(to: $0) },
        as: "file|folder", .files(ReportFormat.fileExtensions), .notRepeated)
    var reports: [String]

    @Setting(
        "update",
        "Save what happened as the new expectations in the file of cases; for a page, print an --expect option to copy.",
        .onOnly, .notRepeated)
    var update = false

    @Setting(
        "watch", "Check again whenever a file in the page's folder, or below it, changes, until Ctrl-C.", .onOnly,
        .notRepeated)
    var watch = false

    @Setting(
        "jobs", "Pages or cases to check at the same time. (default: 2)", .wholeNumber(in: 1...64), as: "number",
        .notRepeated)
    var jobs = 2

    /// Fails early if the reports, or the files of a failure in a folder that was chosen, cannot be created.
    ///
    /// The default folder may be in one that is read-only: it is not needed if the check passes.
    ///
    /// - Throws: ``FileError``.
    func requireCreatable() throws(FileError) {
        // A folder for an HTML page is reserved when the check begins.
        for report in reports where !ReportFormat.isFolder(report) {
            try OutputFile.requireCreatable(report, overwrite: true, content: .report)
        }
        let standard = Self().failures
        guard failures != standard, !failures.hasPrefix("\(standard)/") else { return }
        try OutputFile.requireCreatable("\(failures)/failure.png", overwrite: true, content: .picture)
    }

    /// All expectations, in order.
    var all: [Expectation] { lists.flatMap(\.self) }
}

/// Options for how a page is followed.
struct FollowArguments: OptionTable {
    @Setting("fps", "Frame rate at which frames are counted. (default: 30)", .frameRate, as: "rate")
    var fps = FrameRate.thirty

    @Setting(
        "until", "Follow the page for at most this much of its time. (default: 10m)", .positiveTime, as: "time")
    var until = Duration.seconds(600)
}

/// Options for the report and messages.
struct CheckMessageArguments: ConfigurableTable {
    @Setting("format", "Format of the report.", as: "text|json|junit|tap", .notRepeated)
    var format = ReportFormat.text

    @Setting(
        "quiet", "Print only errors and reports of failures.", .letter("q"), .onOnly, .excludes(["verbose"]),
        .notRepeated)
    var quiet = false

    @Setting(
        "verbose", "Print everything, including the page's console.", .letter("v"), .onOnly, .excludes(["quiet"]),
        .notRepeated)
    var verbose = false
}
