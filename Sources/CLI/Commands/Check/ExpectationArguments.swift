import ArgumentParser
import Notation
import Recorder

/// Options for what is expected of a page.
struct ExpectationArguments: ParsableArguments {
    @Option(
        name: .customLong("expect"),
        help: ArgumentHelp(
            "What to expect of the page, separated by commas; repeatable.", valueName: "expectations"),
        transform: ExpectArguments.list)
    var lists: [[Expectation]] = []

    @Option(help: ArgumentHelp("Name of the page in the report. (default: its address)", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Folder for the contact sheets and console output of failed checks.", valueName: "folder"),
        completion: .directory)
    var failures = "pagereel-failures"

    @Flag(
        help: """
            Save what happened as the new expectations in the file of cases; for a page, print an --expect option to copy.
            """)
    var update = false

    @Flag(help: "Check again whenever a file in the page's folder, or below it, changes, until Ctrl-C.")
    var watch = false

    @Option(
        help: ArgumentHelp("Number of cases to check at the same time. (default: 2)", valueName: "number"),
        transform: reading(.wholeNumber(in: 1...64)))
    var jobs = 2

    /// All expectations, in order.
    var all: [Expectation] { lists.flatMap(\.self) }
}
