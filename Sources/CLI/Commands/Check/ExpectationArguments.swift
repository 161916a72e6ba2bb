import Notation
import Recorder

/// Options for what is expected of a page.
struct ExpectationArguments: OptionTable {
    static let isConfigurable = false

    @Setting(
        "expect", "What to expect of the page, separated by commas; repeatable.", .expectations, as: "expectations")
    var lists: [[Expectation]]

    @Setting("name", "Name of the page in the report. (default: its address)", .text, as: "name")
    var name: String?

    @Setting(
        "failures",
        "Folder for the contact sheets and console output of failed checks. (default: pagereel-failures)", .text,
        as: "folder", .folder)
    var failures = "pagereel-failures"

    @Setting(
        "update",
        "Save what happened as the new expectations in the file of cases; for a page, print an --expect option to copy.",
        .onOnly)
    var update = false

    @Setting(
        "watch", "Check again whenever a file in the page's folder, or below it, changes, until Ctrl-C.", .onOnly)
    var watch = false

    @Setting("jobs", "Number of cases to check at the same time. (default: 2)", .wholeNumber(in: 1...64), as: "number")
    var jobs = 2

    /// All expectations, in order.
    var all: [Expectation] { lists.flatMap(\.self) }
}
