import ArgumentParser
import EngineLink

/// `pagereel check`: tests a page's signals without recording.
struct CheckCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Test the signals a page sends, without recording it.",
        usage: "pagereel check <page> [--expect <expectations>] [options]",
        discussion: """
            Prints each signal with its page time, its time and frame number in the recording, and its source. The check \
            fails if the page sends a signal that a recording would ignore, if a recording would fail, or if an \
            expectation is not met:

              pagereel check report.html --expect 'start < 2s, mark:intro between 3s and 5s, stop within 12s'
              pagereel check report.html --expect 'stop at 10s +- 50ms after start, no cancel, no page errors'
              pagereel check cases.yaml --format junit

            Exit status:
              0    the check passed
              1    the check failed
            Other failures have the exit status that record has.
            """)

    @Argument(
        help: """
            The page: an http, https or file URL, or the path of an HTML file; with --serve, a path in that folder; - for \
            standard input. Or a file of pages and cases (.yaml).
            """,
        completion: .file(extensions: ["html", "htm", "xhtml", "svg", "yaml", "yml"]))
    var page: String

    @OptionGroup(title: "Expectations") @Options var expectations: ExpectationArguments
    @OptionGroup(title: "Expectations") @Options var follow: FollowArguments
    @OptionGroup(title: "Page") @Options var serve: ServeArguments
    @OptionGroup(title: "Page") @Options var pageOptions: PageArguments
    @OptionGroup(title: "Signals") @Options var signals: SignalArguments
    @OptionGroup(title: "Signals", visibility: .detail) @Options var addresses: SignalAddressArguments
    @OptionGroup(title: "Time") @Options var clock: ClockArguments
    @OptionGroup(title: "Messages") @Options var messages: CheckMessageArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments

    func check() throws {
        try messages.validate()
        if CasesFile.isName(page) { try refuseOptionsOfCases() }
        guard page != PageAddress.standardInput || !expectations.watch else {
            throw ValidationError("--watch needs a page in a file, and standard input (-) is read once.")
        }
    }

    func run() throws {
        try CommandEnvironment.run {
            CommandEnvironment.prepare(isVerbose: messages.verbose)
            if expectations.watch { return try CommandLoop.run { try await WatchingSession(command: self).run() } }
            return CasesFile.isName(page) ? try CasesSession(command: self).run() : CheckSession(command: self).run()
        }
    }
}
