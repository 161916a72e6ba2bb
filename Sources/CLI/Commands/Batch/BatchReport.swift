import Batch
import Notation

/// What is known of the rows of a batch, for `status` and `verify`.
struct BatchReport {
    private let plan: BatchPlan
    private let check: BatchPlan.Check
    /// Videos in the outputs' folders that are of no row.
    private let extra: [String]

    /// The number of extra files that are named.
    private static let mostExtra = 20

    /// The states, with their words, in the order of the report.
    private static let words: [(state: Journal.State, word: String)] = [
        (.done, "done"), (.missing, "missing"), (.recorded, "not uploaded"), (.failed, "failed"),
        (.unfinished, "unfinished"), (.gone, "gone"), (.changed, "changed"), (.broken, "broken"), (.foreign, "foreign"),
    ]

    /// Checks all rows.
    ///
    /// - Parameters:
    ///   - readsContent: Whether every output is read.
    ///   - findsExtra: Whether to look for videos of no row, if the arguments include all rows.
    init(_ arguments: BatchArguments, readsContent: Bool, findsExtra: Bool = false) throws {
        plan = try BatchPlan(arguments, from: try arguments.serve.start())
        let findsExtra = findsExtra && arguments.selection.includesAllRows
        check = try plan.check(readsContent: readsContent, listsOutputs: findsExtra)
        extra = try check.outputs?.extraFiles() ?? []
    }

    /// Whether every row is done, and nothing else is there.
    var isComplete: Bool { check.planned == 0 && extra.isEmpty }

    /// Prints the number of rows in each state.
    func printCounts(isJSON: Bool) {
        if isJSON {
            var counts = ["rows": check.rows]
            for (state, word) in Self.words {
                counts[word.replacing(" u", with: "U")] = check.states[state, default: 0]
            }
            counts["extra"] = extra.count
            counts["repeated"] = check.repeated
            return Message.result(jsonLine(counts))
        }
        var parts = Self.words.compactMap { state, word in check.states[state].map { "\($0) \(word)" } }
        if !extra.isEmpty { parts.append("\(extra.count) extra") }
        if check.repeated > 0 { parts.append("\(check.repeated) recorded more than once") }
        Message.result("\(quantity(check.rows, "row")): \(parts.joined(separator: ", "))")
    }

    /// Prints the first rows that are not done, and the number of others.
    func printProblems() {
        for (state, word) in Self.words where state != .done {
            let examples = check.examples[state] ?? []
            for row in examples {
                let reason = plan.journal.failure(of: row.output).map { ": \($0.reason)" } ?? ""
                Message.note("\(word): \(row.output) (line \(row.line))\(reason)")
            }
            note(rest: check.states[state, default: 0] - examples.count, of: word)
        }
        for row in check.repeatedExamples {
            let count = plan.journal.recordings(of: row.output)
            Message.note("recorded \(count) times: \(row.output) (line \(row.line))")
        }
        note(rest: check.repeated - check.repeatedExamples.count, of: "recorded more than once")
        for file in extra.prefix(Self.mostExtra) { Message.note("extra: \(file)") }
        note(rest: extra.count - Self.mostExtra, of: "extra")
    }

    private func note(rest: Int, of what: String) {
        if rest > 0 { Message.note("\(what): \(rest) more") }
    }
}
