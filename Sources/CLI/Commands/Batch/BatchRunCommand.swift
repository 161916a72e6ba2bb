import ArgumentParser
import Notation

/// `pagereel batch`, or `batch run`: records the rows that are not done yet.
struct BatchRunCommand: ParsableCommand {
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

    @OptionGroup var existing: OutputArguments

    @Option(
        help: ArgumentHelp(
            "Rows recorded at the same time. (default: one per processor, as far as the memory suffices)",
            valueName: "number"),
        transform: reading(.wholeNumber(in: 1...1024)))
    var jobs: Int?

    @Flag(help: "Check all rows and print the commands that would run.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "Try a row again up to this many times if its page does not load, does not start, hangs or crashes; also "
                + "an upload. (default: 1)", valueName: "number"),
        transform: reading(.wholeNumber(in: 0...100)))
    var retry = 1

    @Option(
        help: ArgumentHelp("Wait this long before each retry. (default: 1s)", valueName: "time", visibility: .detail),
        transform: reading(.time))
    var retryDelay: Duration?

    @Option(
        help: ArgumentHelp(
            "Begin no more rows once more than this number, or this part such as 5%, have failed. (default: no limit)",
            valueName: "number"),
        transform: { try FailureLimit($0) })
    var maxFailures: FailureLimit?

    @Option(
        help: ArgumentHelp("End an upload after this time. (default: 10m)", valueName: "time", visibility: .detail),
        transform: reading(.positiveTime))
    var uploadTimeout: Duration?

    @Option(
        help: ArgumentHelp(
            "Append an event for each row to this file, one JSON object per line.", valueName: "file",
            visibility: .detail),
        completion: .file())
    var log: String?

    @OptionGroup(title: "Many machines", visibility: .detail) var cluster: ClusterArguments

    /// Marks a worker of a cluster's job: the checksum of the manifest whose rows were all checked before.
    ///
    /// Such a worker checks only the rows of its shard, and waits while another worker records them.
    @Option(help: .hidden)
    var checked: String?

    @OptionGroup(title: "Messages") var messages: MessageArguments
    @OptionGroup(title: "Configuration") var configured: ConfigurationArguments

    func validate() throws {
        try messages.validate()
        guard cluster.engine == .local || batch.shard == nil else {
            throw ValidationError("--shard and --engine \(cluster.engine.rawValue) cannot be combined; see --shards.")
        }
        guard batch.upload != nil || uploadTimeout == nil else {
            throw ValidationError("--upload-timeout needs --upload.")
        }
        guard retry > 0 || retryDelay == nil else { throw ValidationError("--retry-delay needs --retry.") }
    }

    func run() throws {
        try CommandEnvironment.run {
            switch cluster.engine {
            case .local: try BatchSession(self).run()
            case .slurm, .kubernetes: try ClusterSession(self).run()
            }
        }
    }
}

extension BatchRunCommand: ConfigurableCommand, PassingCommand {
    static let configurableGroups: [any ParsableArguments.Type] = passedGroups + [MessageArguments.self]
    static let restOption = "engine-options"
    static let passedGroups: [any ParsableArguments.Type] = [
        PageArguments.self, SignalArguments.self, SignalAddressArguments.self, ExpectArguments.self,
        Options<ClockArguments>.self,
        Options<CaptureArguments>.self, Options<VideoArguments>.self, Options<StreamArguments>.self,
        Options<SoundArguments>.self, Options<PageSoundArguments>.self,
    ]
}
