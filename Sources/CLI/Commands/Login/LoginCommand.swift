import ArgumentParser
import EngineLink
import Frames
import Notation
import Recorder

struct LoginCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to a page, and save its cookies and local storage.",
        usage: "pagereel login <page> --save-state <file> [--do <file>] [--wait-for <css-selector>] [options]",
        discussion: """
            Loads the page, performs the steps, and writes the state to a file that other commands read with --state. \
            Nothing is recorded. The login ends when an element matches --wait-for and all steps are done; without \
            --wait-for, when the page has loaded, all steps are done, and the page has requested nothing for 1 s of its \
            time.

              pagereel login https://a.example/in --do login.yaml --save-state state.json
              pagereel record https://a.example/report --state state.json -o report.mp4

            Exit status:
              0    the state was saved
              1    a step could not be done; nothing was saved
            Other failures have the exit status that record has.
            """)

    @Argument(help: "The page: an http or https URL.")
    var page: String

    @OptionGroup @Options var saving: SaveStateArguments
    @OptionGroup(title: "Page") @Options var pageOptions: PageArguments
    @OptionGroup(title: "Page", visibility: .detail) @Options var timeouts: TimeoutArguments
    @OptionGroup(title: "Time") @Options var clock: ClockArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments

    func check() throws {
        guard saving.saveState != nil else {
            throw ValidationError("login needs a file for the page's state: give one with --save-state.")
        }
    }

    func run() throws {
        try CommandEnvironment.run {
            CommandEnvironment.prepare(isVerbose: messages.verbose)
            let plan = try plan()
            return CommandLoop.run { await login(plan) }
        }
    }

    /// Converts the arguments to a plan.
    ///
    /// - Throws: ``PageError`` for a page that is not on a server, and errors of files.
    func plan() throws -> TakePlan {
        var plan = TakePlan(page: try PageAddress(page))
        guard plan.page.origin != nil else {
            throw PageError(
                .invalidPlan, "\(plan.page) is a local file, which has no cookies. Give an http or https URL.")
        }
        try pageOptions.apply(to: &plan, signsIn: true)
        guard !plan.steps.contains(where: \.takesScreenshot) else {
            throw PageError(
                .invalidPlan, "A login takes no pictures. Remove screenshot: from its steps, or use record or check.")
        }
        timeouts.apply(to: &plan)
        try clock.apply(to: &plan)
        plan.options.reportsConsole = messages.verbose
        try saving.apply(to: &plan)
        return plan
    }

    @MainActor
    private func login(_ plan: TakePlan) async -> ExitStatus {
        let reporter = WorkReporter(quiet: messages.quiet, verbose: messages.verbose, json: messages.json)
        let login = PageLogin(plan, onEvent: onMainActor { Self.show($0, of: plan, to: reporter) })
        let signals = StopSignals()
        await signals.start()
        do {
            let report = try await signals.run(interrupt: { login.interrupt() }) { try await login.run() }
            if let failed = report.failedStep {
                let reason = failed.reason.map { " \($0)" } ?? ""
                reporter.fail(
                    "\(failed.step.place) was not done, so nothing was saved.\(reason)",
                    wasStopped: false)
                return .unexpected
            }
            if report.state.cookies.isEmpty, report.state.origins.isEmpty {
                reporter.warn(
                    "The page has no cookies and no local storage, so nobody has signed in. Name an element that only "
                        + "users who are signed in see with --wait-for.")
            }
            let line = try saving.save(report.state)
            let summary = LoginJSON(report, warnings: reporter.warnings, file: saving.saveState ?? "")
            reporter.finish(summary, lines: [line].compactMap(\.self))
            return .success
        } catch {
            reporter.fail("\(error)", wasStopped: signals.status != nil)
            return ExitStatus(error, signal: signals.status)
        }
    }

    @MainActor
    private static func show(_ event: RecordingEvent, of plan: TakePlan, to reporter: WorkReporter) {
        switch event {
        case .loading: reporter.draw("loading \(plan.page)")
        case .warning(let text): reporter.warn(text)
        case .notice(let text): reporter.tell(text)
        case .console(let line): reporter.page("\(line)")
        default: break
        }
    }
}

/// The result of a login, as `--json` prints it.
private struct LoginJSON: Encodable {
    let page: String
    let file: String
    /// The number of cookies.
    let cookies: Int
    /// The origins whose local storage was saved.
    let origins: [String]
    let steps: [StepJSON]
    let warnings: [String]

    init(_ report: LoginReport, warnings: [String], file: String) {
        page = report.page
        self.file = file
        cookies = report.state.cookies.count
        origins = report.state.origins.map(\.origin)
        steps = report.steps.map(StepJSON.init)
        self.warnings = warnings
    }
}
