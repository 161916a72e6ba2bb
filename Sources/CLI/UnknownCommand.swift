import ArgumentParser
import Foundation
import Library
import Notation

/// An argument in place of a subcommand.
///
/// ArgumentParser reports an unexpected argument, and for `help recrod` shows
/// help with status 0.
struct UnknownCommand: ErrorWithStatus, CustomStringConvertible {
    let status = ExitStatus.usage
    let description: String

    /// Finds out whether the first argument should have been a subcommand.
    ///
    /// - Parameters:
    ///   - typed: The arguments, without the program's name.
    ///   - root: The command that has the subcommands.
    /// - Returns: Nothing if a subcommand, `help` or an option stands there.
    init?(in typed: [String], of root: any ParsableCommand.Type) {
        let asksForHelp = typed.first == "help"
        guard let word = asksForHelp ? typed.dropFirst().first : typed.first, !word.hasPrefix("-") else { return nil }
        let names = root.configuration.subcommands.flatMap {
            [$0.configuration.commandName ?? ""] + $0.configuration.aliases
        }
        guard word != "help", !names.contains(word) else { return nil }
        if !asksForHelp, Self.isPage(word) {
            let command = RepeatableCommand(arguments: typed, omitted: []).line
            description = "no command given. To record the page: \(command)"
        } else {
            let suggestion = word.nearest(in: names).map { "Did you mean '\($0)'?" }
            description = "unknown command '\(word)'. \(suggestion ?? "See 'pagereel --help' for the commands.")"
        }
    }

    /// Whether an argument is a page's address or path, not a misspelled
    /// command.
    private static func isPage(_ text: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe text.contains("://") || text.lowercased().wholeMatch(of: /.*\.(x?html?|svg)/) != nil
            || FileManager.default.fileExists(atPath: text, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
