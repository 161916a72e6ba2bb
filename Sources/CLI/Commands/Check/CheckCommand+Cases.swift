import ArgumentParser

// How a file of cases changes the command line.

extension CheckCommand {
    /// The tables of options that a case can set.
    static let caseTables: [any OptionTable.Type] = [
        FollowArguments.self, ServeArguments.self, PageArguments.self, SignalArguments.self,
        SignalAddressArguments.self, ClockArguments.self,
    ]

    /// Rejects typed options that belong in the file.
    func refuseOptionsOfCases() throws {
        let names = OptionFacts.byName(in: Self.caseTables).keys + ["expect", "name"]
        guard let first = typedOptionsOfGroups.keys.filter(names.contains).min() else { return }
        throw ValidationError(
            "--\(first) cannot be combined with a file of cases. Set \(first): in the file, below defaults: or in a case."
        )
    }

    /// Arguments for the commands of all cases.
    var argumentsForCases: [String] {
        return ["--failures", expectations.failures] + configured.words
    }

    /// Prints a report.
    func print(_ results: [CheckResult]) {
        let shown = messages.quiet ? results.filter { !$0.passed } : results
        let text = messages.format.text(of: shown)
        if !text.isEmpty { Message.result(text) }
    }
}
