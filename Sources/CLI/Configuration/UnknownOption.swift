import ArgumentParser
import Notation

/// An option as its command's help lists it.
struct ListedOption {
    /// The long name, without dashes.
    let name: String
    /// The letter of the short name.
    let letter: String?
    /// Whether a value follows.
    let takesValue: Bool

    /// Returns the options of a command, those that help hides included; on and off are two.
    static func all(of command: any ParsableCommand.Type) -> [ListedOption] {
        // `  -q, --quiet  Print …`, `  --dark/--no-dark  …`, `  --fps <rate>  …`
        let lines = command.helpMessage(includeHidden: true, columns: 10_000).split(separator: "\n")
        return lines.filter { $0.hasPrefix("  -") }.flatMap { line in
            let words = line.split { " ,/".contains($0) }
            let names = words.prefix { $0.hasPrefix("-") }
            let letter = names.first { !$0.hasPrefix("--") }?.dropFirst()
            let takesValue = words.dropFirst(names.count).first?.hasPrefix("<") == true
            return names.filter { $0.hasPrefix("--") }.map { name in
                ListedOption(
                    name: String(name.dropFirst(2)), letter: letter.map(String.init), takesValue: takesValue)
            }
        }
    }
}

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
        let names = ListedOption.all(of: command).map(\.name)
        let options = typed.dropFirst(depth).prefix { !["--", "--engine-options"].contains($0) }
            .filter { $0.hasPrefix("--") }
        let typedNames = options.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
        guard let unknown = typedNames.first(where: { !(names + builtIn).contains($0) }) else { return nil }
        let suggestion = unknown.nearest(in: names).map { " Did you mean '--\($0)'?" } ?? ""
        return UsageError.pointingToHelp("unknown option '--\(unknown)'.\(suggestion)", typed: typed, of: root)
    }

    /// What ArgumentParser declares by itself.
    private static let builtIn = [
        "help", "help-all", "help-hidden", "version", "generate-completion-script", "experimental-dump-help",
    ]
}
