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
        let names = command.optionsOfGroups.flatMap(\.longNames) + builtIn
        let options = typed.dropFirst(depth).prefix { !["--", "--engine-options"].contains($0) }
            .filter { $0.hasPrefix("--") }
        let typedNames = options.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
        guard let unknown = typedNames.first(where: { !names.contains($0) }) else { return nil }
        let owners = root.subcommands(with: unknown)
        let suggestion =
            owners.isEmpty
            ? unknown.nearest(in: names).map { " Did you mean '--\($0)'?" } ?? ""
            : " It is an option of \(owners.prefix(3).joined(separator: ", "))."
        return UsageError.pointingToHelp("unknown option '--\(unknown)'.\(suggestion)", typed: typed, of: root)
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
            let own = command.optionsOfGroups.flatMap(\.longNames).contains(option)
            return (own ? command.configuration.commandName.map { [$0] } ?? [] : []) + command.subcommands(with: option)
        }
    }
}
