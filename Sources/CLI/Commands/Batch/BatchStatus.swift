import ArgumentParser
import Batch
import Clusters
import Encoder
import Files
import Foundation
import Notation

struct BatchStatusCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say how far a batch is.",
        usage: "pagereel batch status <manifest> --page <template> -o <template> [the options of the batch]",
        discussion: "Pass the arguments of the batch. Outputs are compared with the journals by size and time.")

    @OptionGroup var batch: BatchArguments
    @OptionGroup(title: "Options of the run, without effect here", visibility: .detail) @Options
    var ignored: RecordingArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments

    func run() throws {
        try CommandEnvironment.run {
            let report = try BatchStatus(batch, readsContent: false)
            report.printCounts(isJSON: messages.json)
            if !messages.quiet, let job = try SubmittedJob(in: batch.journalFolder) {
                let tasks = try CommandLoop.run { try await Slurm.tasks(of: job.id) }
                let state =
                    tasks.areOver ? "is over" : "has shards: \(tasks.running) running, \(tasks.waiting) waiting"
                Message.note("The Slurm job \(job.id) \(state).")
            }
            return .success
        }
    }
}

struct BatchVerifyCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that every row has its output, and that no output is broken.",
        usage: "pagereel batch verify <manifest> --page <template> -o <template> [the options of the batch]",
        discussion: """
            Pass the arguments of the batch. An output is broken if its content is not the one in the journal. A video in \
            a folder of outputs that is of no row is extra; with --where, --rows or --limit none is looked for. Rows \
            that were recorded more than once with the same options are named, but they are no fault.

            Exit status:
              0    every row has its output
              1    something is missing, failed, changed, broken or extra
            Other failures have the exit status that record has.
            """)

    @OptionGroup var batch: BatchArguments
    @OptionGroup(title: "Options of the run, without effect here", visibility: .detail) @Options
    var ignored: RecordingArguments

    @OptionGroup @Options var reading: VerifyArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments

    func run() throws {
        try CommandEnvironment.run {
            let report = try BatchStatus(batch, readsContent: reading.content, findsExtra: true)
            report.printProblems()
            report.printCounts(isJSON: messages.json)
            return report.isComplete ? .success : .unexpected
        }
    }
}

/// Options of a batch that say how its rows are recorded: `status` and `verify` take them, so that the batch's arguments
/// can be passed as they are, and ignore them.
struct RecordingArguments: OptionTable {
    var existing = OutputArguments()
    var running = BatchRunning()
    var cluster = ClusterArguments()
}

/// The option for how outputs are verified.
struct VerifyArguments: OptionTable {
    @Setting("content", "Read every output; otherwise only those whose size or time differs from the journal.", .onOnly)
    var content = false
}

/// What is known of the rows of a batch, for `status` and `verify`.
struct BatchStatus {
    private let plan: BatchPlan
    private let check: BatchPlan.Check
    /// Videos in the outputs' folders that are of no row.
    private let extra: [String]

    /// The number of extra files that are named.
    private static let mostExtra = 20

    /// The states, with their words, in the order of the report.
    private static let words: [(state: Journal.State, word: String)] = [
        (.done, "done"), (.missing, "missing"), (.notUploaded, "not uploaded"), (.failed, "failed"),
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

    var isComplete: Bool { check.planned == 0 && extra.isEmpty }

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

/// The outputs of a batch, to find other videos beside them; 16 bytes for each.
struct OutputSet {
    private var outputs: Set<Int> = []
    private var folders: Set<String> = []
    /// Whether outputs are files with sound alone.
    private var haveSound = false

    mutating func insert(_ output: String) {
        haveSound = haveSound || SoundFileFormat(fileName: output) != nil
        outputs.insert(output.hashValue)
        folders.insert(output.parentPath)
    }

    /// The videos in the outputs' folders that are no output, in alphabetical order.
    ///
    /// - Throws: `unreadableInput` for a folder that cannot be listed: what is in it is unknown.
    func extraFiles() throws(FileError) -> [String] {
        var extra: [String] = []
        for folder in folders {
            for name in try Self.names(in: folder) where isOfKind(name) && !name.hasPrefix(".") {
                // As the template writes it: a name alone is in the working folder.
                let path = folder == "." ? name : "\(folder == "/" ? "" : folder)/\(name)"
                if !outputs.contains(path.hashValue), !outputs.contains("./\(path)".hashValue) { extra.append(path) }
            }
        }
        return extra.sorted()
    }

    /// Whether a name could be that of an output.
    ///
    /// The sounds beside videos are the pages'.
    private func isOfKind(_ name: String) -> Bool {
        MovieContainer(fileName: name) != nil || haveSound && SoundFileFormat(fileName: name) != nil
    }

    private static func names(in folder: String) throws(FileError) -> [String] {
        do {
            return try folder.names()
        } catch {
            throw FileError(
                .unreadableInput, "The folder \(folder) cannot be searched for other videos: \(error.text).")
        }
    }
}
