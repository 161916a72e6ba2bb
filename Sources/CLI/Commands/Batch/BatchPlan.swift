import Batch
import Encoder
import EngineLink
import Files
import Glibc
import Manifest
import Notation
import PageServer

/// The rows of a batch, and what its journals say of them.
struct BatchPlan {
    /// The result of a check of all rows.
    struct Check {
        /// The number of rows of this process, in each state.
        var states: [Journal.State: Int] = [:]
        /// The first rows in each state.
        var examples: [Journal.State: [PlannedRow]] = [:]
        /// The number of rows that were recorded more than once with the same options.
        var repeated = 0
        /// The first of them.
        var repeatedExamples: [PlannedRow] = []
        /// The outputs of all rows, if they were asked for.
        var outputs: OutputSet?
        /// The number of rows of this process.
        var rows: Int { states.values.reduce(0, +) }
        /// The number of rows to record.
        var planned: Int { rows - states[.done, default: 0] }
    }

    /// The number of rows that are kept as examples of each state.
    private static let mostExamples = 20

    let arguments: BatchArguments
    /// The server of the pages' folder, if there is one.
    let server: PageServer?
    let journal: Journal
    /// The `record` commands of the rows.
    let commands = RowCommands()
    private let manifest: ManifestFile
    private let planner: RowPlanner
    /// The `--screenshots` folder of all rows; `nil` if the option is missing or its value has columns.
    private let pictureFolder: String?
    /// The filter without the shard, unless only the shard's rows are to be checked.
    private let filter: RowFilter
    private let checksOnlyShard: Bool

    /// Opens the manifest and reads the journals.
    ///
    /// - Parameter checkedManifest: The checksum of a manifest whose rows have all been checked before;
    ///   `nil` if they have not.
    /// - Throws: `FileError`, `ManifestError`, `OptionError` or ``CommandError``.
    init(_ arguments: BatchArguments, from server: PageServer?, checkedManifest: String? = nil) throws {
        self.arguments = arguments
        self.server = server
        manifest = try ManifestFile(arguments.manifest)
        checksOnlyShard = checkedManifest != nil
        if let checkedManifest, FileStamp(of: arguments.manifest)?.checksum != checkedManifest {
            throw CommandError(
                .unreadableInput,
                "\(arguments.manifest) has been changed since the job was submitted. Submit it again.")
        }
        let columns = try manifest.rows().columns
        planner = try RowPlanner(arguments, for: columns, at: time(nil))
        // What is wrong with these is no row's mistake.
        if let settings = planner.constantSettings {
            pictureFolder = try commands.command(with: settings).pictures.screenshots
        } else {
            pictureFolder = nil
        }
        let selection = arguments.selection
        filter = try RowFilter(
            for: columns, conditions: selection.conditions, range: selection.range, limit: selection.limit,
            shard: checksOnlyShard ? selection.shard : nil)
        journal = try Journal(in: arguments.journalFolder, needsUpload: selection.upload != nil)
    }

    var optionColumns: [String] { planner.optionColumns }

    /// Checks all rows, also those of other shards unless they were checked before.
    ///
    /// - Parameters:
    ///   - readsContent: Whether every output is read.
    ///   - listsOutputs: Whether the result has the outputs of all rows.
    /// - Throws: ``CommandError`` with the mistakes; `FileError` if reading fails.
    func check(readsContent: Bool = false, listsOutputs: Bool = false) throws -> Check {
        var check = Check()
        if listsOutputs { check.outputs = OutputSet() }
        var checker = RowChecker(commands: commands, server: server)
        var pictures = OutputNames()
        let result = try ManifestCheck(of: manifest.rows(), filter: filter) { row throws(ManifestError) in
            let planned = try planner.plan(row)
            do { try checker.check(planned) } catch { throw row.error("\(error)") }
            if let folder = planned.pictureFolder ?? pictureFolder {
                let prefix = ScreenshotArguments.prefix(of: planned.output)
                try pictures.add("\(folder)/\(prefix)", for: row, as: "screenshots' prefix")
            }
            if arguments.selection.shard?.contains(row.number) ?? true {
                let state = journal.state(of: planned.output, planned.fingerprint, readsContent: readsContent)
                check.states[state, default: 0] += 1
                if check.examples[state, default: []].count < Self.mostExamples {
                    check.examples[state, default: []].append(planned)
                }
                if journal.recordings(of: planned.output) > 1 {
                    check.repeated += 1
                    if check.repeatedExamples.count < Self.mostExamples { check.repeatedExamples.append(planned) }
                }
            }
            check.outputs?.insert(planned.output)
            return planned.output
        }
        guard result.mistakeCount == 0 else { throw Self.failure(result) }
        guard result.included > 0 || checksOnlyShard else {
            throw CommandError(
                .unreadableInput, "No row of \(arguments.manifest) is included. Check --where, --rows and --limit.")
        }
        return check
    }

    /// Calls a function for each row of this process, in the manifest's order.
    func forEach(_ body: (Row, PlannedRow) throws -> Void) throws {
        var rows = PlannedRows(of: self)
        while let (row, planned) = try rows.next() { try body(row, planned) }
    }

    /// Reads the rows of this process, one after another.
    struct PlannedRows {
        private let plan: BatchPlan
        private var reader: (any RowReader)?
        private var filter: RowFilter
        private var last = 0

        init(of plan: BatchPlan) {
            self.plan = plan
            filter = plan.filter
        }

        /// Returns the next row; `nil` behind the last one.
        ///
        /// - Throws: `ManifestError` if the manifest has been changed since the check.
        mutating func next() throws -> (Row, PlannedRow)? {
            var rows = try reader ?? plan.manifest.rows()
            defer { reader = rows }
            while !filter.isComplete(after: last), let row = try rows.next() {
                last = row.number
                let shard = plan.arguments.selection.shard
                guard try filter.includes(row), shard?.contains(row.number) ?? true else { continue }
                return (row, try plan.planner.plan(row))
            }
            return nil
        }
    }

    private static func failure(_ check: ManifestCheck) -> CommandError {
        let rest = check.mistakeCount - check.mistakes.count
        let count = check.mistakeCount == 1 ? "a mistake" : "\(check.mistakeCount) mistakes"
        return CommandError(
            .unreadableInput,
            "The manifest has \(count)\(rest > 0 ? ", of which the first are shown" : ""); nothing was recorded.",
            details: check.mistakes.map(\.description))
    }
}

extension BatchPlan.Check {
    /// Checks that no output is lost that another batch or other options made.
    ///
    /// - Parameter overwrites: Whether such outputs may be replaced.
    /// - Returns: The states in which an existing output is replaced.
    func replacedRows(overwrites: Bool) throws(CommandError) -> Set<Journal.State> {
        guard !overwrites else { return [.unfinished, .failed, .changed, .broken, .foreign] }
        let conflicts: [(Journal.State, String)] = [
            (.changed, "was made with other options or of another row"),
            (.broken, "was changed since this batch made it"), (.foreign, "was not made by this batch"),
        ]
        let sentences = conflicts.compactMap { state, what in
            examples[state]?.first.map { row in
                let rest = states[state, default: 0] - 1
                return "\(row.output) (line \(row.line)) \(what)" + (rest > 0 ? ", and \(rest) more." : ".")
            }
        }
        guard sentences.isEmpty else {
            throw CommandError(
                .outputNotCreated,
                "Some outputs exist already; nothing was recorded. \(sentences.joined(separator: " ")) Use --overwrite to "
                    + "record these rows again, or another --output.")
        }
        // This batch wrote it, but was killed, or it is not what was expected.
        return [.unfinished, .failed]
    }
}

/// A row of a manifest as it will be recorded.
struct PlannedRow: Sendable {
    let number: Int
    /// The row's line in the manifest, counted from 1.
    let line: Int
    /// The page, as typed for `record`.
    let page: String
    let output: String
    /// The options of `record`.
    let settings: [WrittenSetting]
    /// The row as a JSON object, for the page.
    let data: String

    /// The hash of all that decides the video.
    ///
    /// The sandbox is left out, so that a batch can go on in containers, where WebKit's does not work.
    var fingerprint: Fingerprint {
        Fingerprint(words: [page] + words(of: settings.filter { $0.option != "sandbox" }), data: data)
    }

    /// The folder for the pictures of its steps; `nil` if the row does not set it.
    var pictureFolder: String? { settings.last { $0.option == "screenshots" }?.texts.last }

    /// The command that records the row alone, as a line for a shell.
    ///
    /// - Parameters:
    ///   - serve: The folder of the batch's pages.
    ///   - overwrites: Whether it replaces an existing output.
    func command(serving serve: ServeArguments, overwrites: Bool) -> String {
        // The name is complete; a percent sign in it is no conversion.
        var words = ["pagereel", "record", page, "-o", output.escaping(["%": "%%"])]
        if let folder = serve.serve { words += ["--serve", folder] + (serve.singlePage ? ["--single-page"] : []) }
        words += self.words(of: settings)
        // As the batch records videos; sound alone has no such option.
        if SoundFileFormat(fileName: output) == nil, !settings.contains(where: { $0.option == "threads" }) {
            words += ["--threads", "\(Self.threads)"]
        }
        return ShellWords.join(words + (overwrites ? ["--overwrite"] : []) + ["--data", data])
    }

    /// The number of encoder threads of a row that sets none: it changes what an encoder writes, so it is the same on
    /// every machine.
    static let threads = 1

    /// The page, the same for rows that differ only in the page's query.
    var pageWithoutQuery: String { String(page.prefix { $0 != "?" && $0 != "#" }) }

    /// The files that options name, to be read.
    var files: [(option: String, path: String)] {
        settings.filter { RowOptions.facts[$0.option].map { $0.namesFile && !$0.namesFolder } ?? false }
            .flatMap { setting in setting.texts.map { ("--\(setting.option)", $0) } }
    }

    private func words(of settings: [WrittenSetting]) -> [String] {
        settings.flatMap { setting in RowOptions.facts[setting.option].map(setting.arguments) ?? [] }
    }
}
