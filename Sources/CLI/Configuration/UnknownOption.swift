import ArgumentParser
import Notation

/// An option that a command does not have.
///
/// ArgumentParser looks for unknown options last: of `schedule --corn '0 6 * * 1'`
/// it says that `--cron` is missing.
enum UnknownOption {
    /// Finds the first one in a command line that could not be parsed.
    ///
    /// - Parameters:
    ///   - typed: The arguments, without the program's name.
    ///   - root: The command that they belong to.
    /// - Returns: The usage error; `nil` if all options are known.
    static func find(in typed: [String], of root: any ParsableCommand.Type) -> CommandError? {
        let (command, depth) = root.subcommand(named: typed)
        let known = command.optionsOfGroups
        let names = known.flatMap(\.longNames) + builtIn
        let options = typed.dropFirst(depth).prefix { !["--", "--engine-options"].contains($0) }
        if let error = foreignLetter(in: options, known: known, names: names, typed: typed, of: root) { return error }
        let typedNames = options.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
        guard let unknown = typedNames.first(where: { !names.contains($0) }) else { return nil }
        let owners = root.subcommands(with: unknown)
        let nearest = unknown.nearest(in: names).map { " Did you mean '--\($0)'?" }
        let suggestion =
            ForeignOption.advice(for: unknown, among: names).map { " \($0)" }
            ?? (owners.isEmpty ? nearest : " It is an option of \(owners.prefix(3).joined(separator: ", ")).") ?? ""
        return UsageError.pointingToHelp("unknown option '--\(unknown)'.\(suggestion)", typed: typed, of: root)
    }

    /// Finds a short option of another program, for which the command has something.
    private static func foreignLetter(
        in options: some Collection<String>, known: [OptionFacts], names: [String], typed: [String],
        of root: any ParsableCommand.Type
    ) -> CommandError? {
        let letters = known.compactMap(\.letter) + ["h"]
        let values = known.filter { $0.kind != .flag }.flatMap { option in
            ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
        }
        var last: String?
        for option in options {
            defer { last = option }
            // A dash may begin the value of the option before it.
            if let last, values.contains(last) { continue }
            // Several letters may be options of this program, like -qv.
            guard let letter = option.wholeMatch(of: /-([A-Za-z](?::[av])?|[A-Za-z][A-Za-z_-]+)/)?.output.1,
                !letter.allSatisfy(letters.contains),
                let advice = ForeignOption.advice(for: String(letter), among: names)
            else { continue }
            return UsageError.pointingToHelp("unknown option '\(option)'. \(advice)", typed: typed, of: root)
        }
        return nil
    }

    /// What ArgumentParser declares by itself.
    private static let builtIn = [
        "help", "help-all", "help-hidden", "version", "generate-completion-script", "experimental-dump-help",
    ]
}

extension ParsableCommand {
    /// The names of the subcommands that have an option, at any depth.
    fileprivate static func subcommands(with option: String) -> [String] {
        configuration.subcommands.flatMap { command -> [String] in
            let name = command.configuration.commandName ?? ""
            let own = command.optionsOfGroups.flatMap(\.longNames).contains(option)
            return (own ? [name] : []) + command.subcommands(with: option).map { "\(name) \($0)" }
        }
    }
}
