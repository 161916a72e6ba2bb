import Files
import Glibc
import Timeline

/// Runs `pagereel compose`: reads, resolves, explains or renders the timeline,
/// and returns the exit status.
struct ComposeSession {
    let command: ComposeCommand

    /// Runs the command.
    ///
    /// - Throws: `YAMLError` or ``FileError`` before anything is rendered.
    func run() throws -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        let probe = FileProbe()
        let file = TimelineFile(command: command, probe: probe)
        let description = try file.description(warn: warn)
        let plan = try file.plan(of: description)
        if command.explain {
            explain(plan)
            return .recorded
        }
        guard !plan.outputs.isEmpty else {
            throw FileError(
                .invalidSettings,
                "The timeline has no outputs: name one with -o out.mp4, or below outputs: in \(command.timeline).")
        }
        let interchange = try interchange(plan, InterchangeWriter(description, plan: plan, probe: probe))
        return CommandLoop.run { await ComposeRendering(command, plan, interchange: interchange).run() }
    }

    private func warn(_ sentence: String) {
        if !command.messages.quiet { Message.warning(sentence) }
    }

    private func explain(_ plan: TimelinePlan) {
        Message.result(command.messages.json ? jsonLine(PlanJSON(plan)) : PlanTable(plan: plan).text)
    }

    /// Creates the files for other editors before anything is rendered, so that
    /// their errors come first.
    private func interchange(
        _ plan: TimelinePlan, _ writer: InterchangeWriter
    ) throws -> [(path: String, text: String)] {
        try plan.outputs.filter { $0.kind == .interchange }.map { output in
            guard unsafe command.overwrites || access(output.path, F_OK) != 0 else {
                throw FileError(
                    .cannotCreateOutput,
                    "\(output.path) exists. Choose another name, or replace it with --overwrite.")
            }
            return (output.path, try writer.text(for: output.path))
        }
    }
}
