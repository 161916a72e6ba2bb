import Notation
import Recorder

/// The option for what is expected of a page that is recorded.
struct ExpectArguments: ConfigurableTable {
    @Setting(
        "expect",
        "What to expect of the page, such as 'no page errors, stop within 12s', separated by commas; repeatable. If it is "
            + "not met, the video is kept, and the exit status is 1.", .expectations, as: "expectations", .detail,
        .notRepeated)
    var lists: [[Expectation]]

    /// All expectations, in order.
    var all: [Expectation] { lists.flatMap(\.self) }
}

extension Form where Value == [Expectation] {
    /// Expectations, separated by commas.
    static var expectations: Form {
        Form("expectations such as 'stop within 12s'", write: { $0.map(\.text).joined(separator: ", ") }) {
            text throws(ExpectationError) in try Expectation.list(text)
        }
    }
}
