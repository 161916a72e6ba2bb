import ArgumentParser

/// `pagereel batch verify`: holds the manifest against outputs and journals.
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

    @Flag(help: "Read every output; otherwise only those whose size or time differs from the journal.")
    var content = false

    @OptionGroup(title: "Messages") @Options var messages: MessageArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments

    func run() throws {
        try CommandEnvironment.run {
            let report = try BatchReport(batch, readsContent: content, findsExtra: true)
            report.printProblems()
            report.printCounts(isJSON: messages.json)
            return report.isComplete ? .recorded : .unexpected
        }
    }
}
