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

/// The option for the requests of a page.
struct ArchiveArguments: OptionTable {
    @Setting(
        "har",
        "Write the page's requests to this file, as an HTTP Archive (HAR), without cookies, passwords and bodies.",
        .text("end the name in .har.") { $0.lowercased().hasSuffix(".har") }, as: "file", .files(["har"]), .notRepeated,
        .detail)
    var har: String?
}
