import ArgumentParser
import Recorder

/// What is expected of a page, and how long it is followed.
struct ExpectationArguments: ParsableArguments {
    @Option(
        name: .customLong("expect"),
        help: ArgumentHelp(
            "What the page has to do, separated by commas; repeatable.", valueName: "expectations"),
        transform: expectationList)
    var lists: [[Expectation]] = []

    @Option(help: ArgumentHelp("What the report calls the page. (default: its address)", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The folder in which a failure leaves pictures of the page and its console.", valueName: "folder"),
        completion: .directory)
    var failures = "pagereel-failures"

    @Flag(
        help: """
            Write down what happened as what is expected: into a file of cases, or for a page as an --expect to copy.
            """)
    var update = false

    @Flag(help: "Check again whenever a file of the page changes, until Ctrl-C.")
    var watch = false

    @Option(
        help: ArgumentHelp("How many cases of a file are checked at a time. (default: 2)", valueName: "number"),
        transform: wholeNumber("the number of jobs", in: 1...64))
    var jobs = 2

    /// All of them, in order.
    var all: [Expectation] { lists.flatMap(\.self) }
}

private func expectationList(_ text: String) throws -> [Expectation] {
    do {
        return try Expectation.list(text)
    } catch {
        throw ValidationError(error.description)
    }
}
