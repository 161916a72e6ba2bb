import ArgumentParser
import EngineLink
import Files
import Notation

/// The option for a report of a recording.
struct ReportArguments: OptionTable {
    @Setting(
        "report",
        "Folder for a report of the run: one HTML page with the video and a time line of signals, steps, errors, console "
            + "and requests.", .text, as: "folder", .folder, .notRepeated, .detail)
    var report: String?
}

/// The option for what a recording's time is spent on.
struct TraceArguments: OptionTable {
    @Setting(
        "trace",
        "Write what each frame's time is spent on to this file: scripts, rendering, copying, conversion, encoding. "
            + "ui.perfetto.dev and chrome://tracing show it.",
        .text("end the name in .json.") { $0.lowercased().hasSuffix(".json") }, as: "file", .files(["json"]),
        .notRepeated, .detail)
    var trace: String?
}

/// The option for the requests of a page.
struct ArchiveArguments: OptionTable {
    @Setting(
        "har",
        "Write the page's requests to this file, as an HTTP Archive (HAR), without cookies, passwords and bodies.",
        .text("end the name in .har.") { $0.lowercased().hasSuffix(".har") }, as: "file", .files(["har"]), .notRepeated,
        .detail)
    var har: String?
}
