import ArgumentParser
import Foundation
import Notation
import RecordingLibrary

/// An argument in place of a subcommand.
///
/// ArgumentParser reports an unexpected argument, and for `help recrod` shows
/// help with status 0.
enum UnknownCommand {
    /// Finds out whether an argument should have been a subcommand.
    ///
    /// - Parameters:
    ///   - typed: The arguments, without the program's name.
    ///   - root: The command that has the subcommands.
    /// - Returns: The usage error; `nil` if the arguments begin with a command's name, `help` or an option.
    static func find(in typed: [String], of root: any ParsableCommand.Type) -> CommandError? {
        let asksForHelp = typed.first == "help"
        var words = typed.dropFirst(asksForHelp ? 1 : 0).prefix { !$0.hasPrefix("-") }
        let named = Array(words)
        var command = root
        while let next = words.first.flatMap(command.subcommand(called:)) {
            command = next
            words.removeFirst()
        }
        guard let word = words.first, named != ["help"] else { return nil }
        let names = command.configuration.subcommands.flatMap {
            [$0.configuration.commandName ?? ""] + $0.configuration.aliases
        }
        let nearest = word.nearest(in: names)
        if !asksForHelp {
            if names.isEmpty { return nil }
            // The word may be the first argument of the default subcommand, which is a file with an extension.
            if command.configuration.defaultSubcommand != nil, nearest == nil || word.contains(".") { return nil }
            if named.count == words.count, isPage(word) {
                let command = RepeatableCommand(arguments: typed, omitted: []).line
                return CommandError(.usage, "no command given. To record the page: \(command)")
            }
        }
        let isOfProgram = command.configuration.commandName == root.configuration.commandName
        let advice = isOfProgram ? foreign[word.lowercased()].map { " \($0)" } : nil
        let suggestion = advice ?? nearest.map { " Did you mean '\($0)'?" } ?? ""
        return UsageError.pointingToHelp(
            "unknown command '\(ShownAddress.text(word))'.\(suggestion)", typed: named.dropLast(words.count), of: root)
    }

    /// Commands of other programs, and what this one has for them.
    private static let foreign: [String: String] = {
        let advice = [
            ("screenshot screenshots snapshot shot capture", "'pagereel stills' takes pictures of a page."),
            ("render export build", "'pagereel record' records a page, and 'pagereel compose' renders a timeline."),
            (
                "convert transcode encode",
                "'pagereel compose' converts films, 'images' pictures, and 'steps' a browser's recording."
            ),
            ("concat join merge cut trim", "'pagereel compose' cuts and joins films."),
            ("cron crontab systemd timer", "'pagereel schedule' schedules a command."),
            (
                "test verify diff compare",
                "'pagereel check' tests a page, and 'pagereel stills --compare' its pictures."
            ),
            ("version", "'pagereel --version' shows the version."),
            ("ls", "'pagereel list' lists the recordings."), ("rm delete", "'pagereel remove' removes recordings."),
            ("auth signin", "'pagereel login' saves a login."),
        ]
        return Dictionary(
            uniqueKeysWithValues: advice.flatMap { names, sentence in
                names.split(separator: " ").map { (String($0), sentence) }
            })
    }()

    /// Whether an argument is a page's address or path, not a misspelled
    /// command.
    private static func isPage(_ text: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe text.contains("://") || text.lowercased().wholeMatch(of: /.*\.(x?html?|svg)/) != nil
            || FileManager.default.fileExists(atPath: text, isDirectory: &isFolder) && !isFolder.boolValue
    }
}

extension ParsableCommand {
    /// This command and all its subcommands, recursively.
    static var allCommands: [any ParsableCommand.Type] {
        [self] + configuration.subcommands.flatMap { $0.allCommands }
    }

    /// Finds the command whose name the arguments begin with, or its default subcommand, and how many
    /// of them are part of the name.
    static func subcommand(named arguments: [String]) -> (any ParsableCommand.Type, depth: Int) {
        guard let next = arguments.first.flatMap(subcommand(called:)) else {
            return (configuration.defaultSubcommand ?? self, 0)
        }
        let (command, depth) = next.subcommand(named: Array(arguments.dropFirst()))
        return (command, depth + 1)
    }

    /// Finds the command whose name the arguments begin with; never a default subcommand.
    static func command(named arguments: [String]) -> any ParsableCommand.Type {
        arguments.first.flatMap(subcommand(called:))?.command(named: Array(arguments.dropFirst())) ?? self
    }

    /// Finds the subcommand with a name or an alias.
    static func subcommand(called name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first {
            $0.configuration.commandName == name || $0.configuration.aliases.contains(name)
        }
    }

    /// Returns the names from this command to the one that arguments belong to, such as `pagereel batch run`.
    static func fullName(of arguments: [String]) -> String {
        let name = configuration.commandName ?? ""
        if let next = arguments.first.flatMap(subcommand(called:)) {
            return "\(name) \(next.fullName(of: Array(arguments.dropFirst())))"
        }
        guard !arguments.isEmpty, let next = configuration.defaultSubcommand else { return name }
        return "\(name) \(next.fullName(of: []))"
    }
}
