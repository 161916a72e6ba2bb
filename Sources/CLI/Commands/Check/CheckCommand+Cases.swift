import ArgumentParser

// How a file of cases changes the command line.

extension CheckCommand {
    /// The groups of options that a case can set.
    static let caseGroups: [any ParsableArguments.Type] = [
        FollowArguments.self, ServeArguments.self, PageArguments.self, SignalArguments.self,
        SignalAddressArguments.self, Options<ClockArguments>.self,
    ]

    /// Rejects typed options that belong in the file.
    func refuseOptionsOfCases() throws {
        let typed = TypedOptions(CommandLine.arguments.dropFirst(2), options: []).values.keys
        let names = Set(Self.caseGroups.flatMap { KnownOption.all(in: $0).map(\.name) } + ["expect", "name"])
        let refused = typed.filter { names.contains($0) || names.contains($0.replacing("no-", with: "")) }.sorted()
        guard let first = refused.first else { return }
        throw ValidationError(
            "--\(first) cannot be combined with a file of cases. Set \(first): in the file, below defaults: or in a case."
        )
    }

    /// Arguments for the commands of all cases.
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
