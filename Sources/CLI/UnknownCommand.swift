import ArgumentParser
import Foundation
import Library
import Notation

/// An argument in place of a subcommand.
///
/// ArgumentParser reports an unexpected argument, and for `help recrod` shows
/// help with status 0.
enum UnknownCommand {
    /// Finds out whether the first argument should have been a subcommand.
    ///
    /// - Parameters:
    ///   - typed: The arguments, without the program's name.
    ///   - root: The command that has the subcommands.
    /// - Returns: The usage error; `nil` if the argument is a subcommand, `help` or an option.
    static func find(in typed: [String], of root: any ParsableCommand.Type) -> CommandError? {
        let asksForHelp = typed.first == "help"
        guard let word = asksForHelp ? typed.dropFirst().first : typed.first, !word.hasPrefix("-") else { return nil }
        let names = root.configuration.subcommands.flatMap {
            [$0.configuration.commandName ?? ""] + $0.configuration.aliases
        }
        guard word != "help", !names.contains(word) else { return nil }
        if !asksForHelp, isPage(word) {
            let command = RepeatableCommand(arguments: typed, omitted: []).line
            return CommandError(.usage, "no command given. To record the page: \(command)")
        }
        let suggestion = word.nearest(in: names).map { "Did you mean '\($0)'?" }
        return CommandError(
            .usage,
            "unknown command '\(ShownAddress.text(word))'. \(suggestion ?? "See 'pagereel --help' for the commands.")")
    }

    /// Whether an argument is a page's address or path, not a misspelled
    /// command.
    private static func isPage(_ text: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe text.contains("://") || text.lowercased().wholeMatch(of: /.*\.(x?html?|svg)/) != nil
            || FileManager.default.fileExists(atPath: text, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
