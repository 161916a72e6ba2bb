import ArgumentParser
import Encoder
import Notation

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Record a page for each row of a file.",
        subcommands: [
            BatchRunCommand.self, BatchStatusCommand.self, BatchVerifyCommand.self, BatchWaitCommand.self,
            BatchCancelCommand.self,
        ],
        defaultSubcommand: BatchRunCommand.self)
}

struct BatchRunCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Record the rows that are not done yet (default).",
        usage: "pagereel batch <manifest> --page <template> -o <template> [options] [options of record]",
        discussion: """
            Each row of the manifest is a recording. In --page, --output and every option of record, {column} stands for \
            the row's value, {{ and }} for braces. A column that is called like an option of record, such as audio or \
            seed, sets it. The page reads the row as window.pagereelData.

            All rows are checked before the first is recorded. The same command run again records only what is \
            missing. Rows that failed are written to failed.csv or failed.jsonl in the journal's folder.

            Exit status:
              0    all rows are done
              1    some rows failed
            Other failures have the exit status that record has.
            """)

    @OptionGroup var batch: BatchArguments

    @OptionGroup @Options var existing: OutputArguments

    @OptionGroup @Options var running: BatchRunning

    @OptionGroup(title: "Many machines", visibility: .detail) @Options var cluster: ClusterArguments

    @OptionGroup(visibility: .hidden) @Options var worker: WorkerArguments

    /// Whether to replace outputs is decided for each batch.
    static let configurableTables: [any OptionTable.Type] = RowOptions.tables + [MessageArguments.self]

    @OptionGroup(title: "Messages") @Options var messages: MessageArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments

    func check() throws {
        guard cluster.engine == .local || batch.selection.shard == nil else {
            throw ValidationError("--shard and --engine \(cluster.engine.rawValue) cannot be combined; see --shards.")
        }
        guard batch.selection.upload != nil || running.uploadTimeout == nil else {
            throw ValidationError("--upload-timeout needs --upload.")
        }
        guard running.retry > 0 || running.retryDelay == nil else {
            throw ValidationError("--retry-delay needs --retry.")
        }
        // Where a column gives the extension, other rows may have pictures.
        try SoundFileFormat(fileName: batch.templates.output.template)?
            .rejectForeignOptions(among: typedOptionsOfGroups)
    }

    func run() throws {
        try CommandEnvironment.run {
            switch cluster.engine {
            case .local: try recordRows()
            case .slurm, .kubernetes: try recordRowsOnCluster()
            }
        }
    }
}

/// Options for how the rows of a batch are recorded.
struct BatchRunning: OptionTable {
    @Setting(
        "jobs", "Rows recorded at the same time. (default: one per processor, as far as the memory suffices)",
        .wholeNumber(in: 1...1024), as: "number")
    var jobs: Int?

    @Setting("dry-run", "Check all rows and print the commands that would run.", .onOnly)
    var dryRun = false

    @Setting(
        "retry",
        "Try a row again up to this many times if its page does not load, does not start, hangs or crashes; also an "
            + "upload. (default: 1)", .wholeNumber(in: 0...100), as: "number")
    var retry = 1

    @Setting("retry-delay", "Wait this long before each retry. (default: 1s)", .time, as: "time", .detail)
    var retryDelay: Duration?

    @Setting(
        "max-failures",
        "Begin no more rows once more than this number, or this part such as 5%, have failed. (default: no limit)",
        Form("a number of rows") { text throws(ValidationError) in try FailureLimit(text) }, as: "number")
    var maxFailures: FailureLimit?

    @Setting("upload-timeout", "End an upload after this time. (default: 10m)", .positiveTime, as: "time", .detail)
    var uploadTimeout: Duration?

    @Setting(
        "log", "Append an event for each row to this file, one JSON object per line.", .text, as: "file", .file, .detail
    )
    var log: String?
}

/// The option for a worker of a cluster's job.
struct WorkerArguments: OptionTable {
    /// Such a worker checks only the rows of its shard, and waits while another worker records them.
    @Setting("checked", "Checksum of the manifest, of which all rows were checked before.", .text)
    var checked: String?
}

/// How many rows of a batch may fail: a number, or a part of all.
enum FailureLimit: Equatable, Sendable, CustomStringConvertible {
    case number(Int)
    /// From 0 to 1.
    case part(Double)

    /// Parses `10` or `5%`.
    init(_ text: String) throws(ValidationError) {
        if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) {
            self = .part(percent / 100)
        } else if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) {
            self = .number(number)
        } else {
            throw ValidationError("'\(text)' is neither a number of rows, like 10, nor a part of them, like 5%.")
        }
    }

    /// The limit as it is parsed.
    var description: String {
        switch self {
        case .number(let most): "\(most)"
        case .part(let part): "\(part * 100)%"
        }
    }

    /// Whether so many failures are too many.
    ///
    /// - Parameter planned: The number of rows to record.
    func isExceeded(by failures: Int, of planned: Int) -> Bool {
        switch self {
        case .number(let most): failures > most
        case .part(let part): Double(failures) > part * Double(planned)
        }
    }
}
