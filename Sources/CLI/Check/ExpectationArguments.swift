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

    @Option(
        help: ArgumentHelp("The frame rate of the video that would be recorded. (default: 30)", valueName: "rate"),
        transform: frameRate)
    var fps = FrameRate.thirty

    @Option(
        help: ArgumentHelp("Follow the page for this much of its time at most. (default: 10m)", valueName: "time"),
        transform: positiveDuration)
    var until = Duration.seconds(600)

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
