import ArgumentParser
import Notation

/// Options for playing a timeline instead of writing files.
struct PlayArguments: ParsableArguments {
    @Flag(help: "Play the timeline in a browser until Ctrl-C; write nothing.")
    var play = false

    @Option(
        help: ArgumentHelp("Port of 127.0.0.1 for --play. (default: a free port)", valueName: "number"),
        transform: reading(.wholeNumber(in: 1...65_535)))
    var port: Int?

    @Flag(help: "Do not open a browser with --play.")
    var noOpen = false

    func validate() throws {
        guard play || port == nil else { throw ValidationError("--port needs --play.") }
        guard play || !noOpen else { throw ValidationError("--no-open needs --play.") }
    }
}
