import ArgumentParser
import Notation
import Recorder

/// The option for what is expected of a page that is recorded.
struct ExpectArguments: ParsableArguments {
    @Option(
        name: .customLong("expect"),
        help: ArgumentHelp(
            """
            What to expect of the page, such as 'no page errors, stop within 12s', separated by commas; repeatable. If it \
            is not met, the video is kept, and the exit status is 1.
            """, valueName: "expectations", visibility: .detail),
        transform: ExpectArguments.list)
    var lists: [[Expectation]] = []

    /// All expectations, in order.
    var all: [Expectation] { lists.flatMap(\.self) }

    /// Reads an option's value.
    static func list(_ text: String) throws -> [Expectation] {
        do {
            return try Expectation.list(text)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
