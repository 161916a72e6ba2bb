import ArgumentParser

// What a file of cases changes about the command line.

extension CheckCommand {
    /// The options that a case can set.
    static let caseGroups: [any ParsableArguments.Type] = [
        FollowArguments.self, ServeArguments.self, PageArguments.self, SignalArguments.self, ClockArguments.self,
    ]

    /// Refuses typed options that would have to stand in the file.
    func refuseOptionsOfCases() throws {
        let typed = TypedOptions(CommandLine.arguments.dropFirst(2), options: []).values.keys
        let names = Set(Self.caseGroups.flatMap { KnownOption.all(in: $0).map(\.name) } + ["expect", "name"])
        let refused = typed.filter { names.contains($0) || names.contains($0.replacing("no-", with: "")) }.sorted()
        guard let first = refused.first else { return }
        throw ValidationError("With a file of cases, \(first) stands in the file, below defaults: or in a case.")
    }

    /// What each case's own command is given beside what is its own.
    var argumentsForCases: [String] {
        var arguments = ["--failures", expectations.failures]
        if let config = configured.file.config { arguments += ["--config", config] }
        if configured.file.noConfig { arguments.append("--no-config") }
        return arguments + configured.profiles.flatMap { ["--profile", $0] }
    }

    /// Prints a report.
    func print(_ results: [CheckResult]) {
        let shown = messages.quiet ? results.filter { !$0.passed } : results
        let text = messages.format.text(of: shown)
        if !text.isEmpty { Message.result(text) }
    }
}
