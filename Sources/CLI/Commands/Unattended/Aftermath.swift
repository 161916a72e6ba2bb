import Notifier

/// What follows a run: an entry in the log, a notification and a hook.
///
/// None of this affects the exit status. Failures are reported even with
/// `--quiet`.
@MainActor
struct Aftermath {
    let arguments: RunArguments
    let log: RunLog?
    let signals: StopSignals
    /// The user's environment.
    let environment: [String: String]

    /// Logs the end of a run.
    func logEnd(_ status: ExitStatus, summary: any Encodable) { log?.add(.ended(status, summary: summary)) }

    /// Logs and prints a failure that does not affect the exit status.
    func complain(_ text: String) {
        log?.add(.failure(text))
        Message.error(text)
    }

    /// Shows a desktop notification, if it is asked for and there is a desktop.
    func notify(title: String, text: String) {
        guard arguments.notify, let bus = SessionBus(environment: environment) else { return }
        DesktopNotification(title: title, text: Message.printable(text)).show(on: bus)
    }

    /// Runs the shell command for an exit status.
    func runHook(after status: ExitStatus, summary: any Encodable) async {
        let (text, option) =
            status == .recorded
            ? (arguments.onFinish, "--on-finish") : (arguments.onFailure, "--on-failure")
        guard let text else { return }
        let hook = Hook(command: text, option: option, environment: environment)
        if let failure = await hook.run(reading: jsonLine(summary) + "\n", signals: signals) {
            complain(failure)
        }
    }
}
