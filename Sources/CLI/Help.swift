import ArgumentParser
import Foundation

extension ArgumentVisibility {
    /// Shown by `--help-all`, but not by `--help`.
    ///
    /// Unlike what is hidden, such an argument is in the manual, in completions and in errors.
    static var detail: Self { Help.isShort ? .hidden : .default }
}

/// Help in two lengths: `--help` shows the most used options, and `--help-all` everything.
///
/// ArgumentParser makes the text; here, its parts are put in order: usage, description, options, exit status.
enum Help {
    /// Whether arguments are declared for the short help.
    @TaskLocal static var isShort = false

    /// The names of the option for help in all commands.
    static let names: NameSpecification = [.short, .long, .customLong("help-all")]

    /// Returns the help that was asked for.
    ///
    /// - Parameters:
    ///   - message: What the parser would print.
    ///   - typed: The arguments, without the program's name.
    ///   - root: The command that they belong to.
    /// - Returns: `nil` if the message is not a command's help.
    static func requested(by typed: [String], message: String, of root: any ParsableCommand.Type) -> String? {
        let words = typed.first == "help" ? Array(typed.dropFirst()) : typed
        // The second one if a default subcommand was not reached.
        let commands = [root.subcommand(named: words).0, root.command(named: words)]
        guard let command = commands.first(where: { root.helpMessage(for: $0) == message }) else { return nil }
        let isWhole = typed.contains("--help-all") || typed.contains("--help-hidden")
        return text(of: command, named: root.fullName(of: words), in: root, isShort: !isWhole, columns: columns)
    }

    /// Returns a command's help.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - name: Its name, such as `pagereel record`.
    ///   - root: The command that it belongs to.
    ///   - isShort: Whether arguments with the visibility ``ArgumentVisibility/detail`` are left out.
    ///   - columns: The width of the lines.
    static func text(
        of command: any ParsableCommand.Type, named name: String, in root: any ParsableCommand.Type, isShort: Bool,
        columns: Int
    ) -> String {
        let whole = Parts(root.helpMessage(for: command, columns: columns))
        let short = Parts($isShort.withValue(true) { root.helpMessage(for: command, columns: columns) })
        let exitStatus = command.configuration.discussion.firstRange(of: "\n\nExit status").map { range in
            command.configuration.discussion[range.lowerBound...].dropFirst(2)
        }
        var sections = isShort ? short.sections : whole.sections
        let hasMore = short.sections != whole.sections
        sections.replace(#/ +-h, --help-all, --help +Show help information\.\n/#) { _ in
            let wholeHelp = "  --help-all              Show help for all options, and the exit status.\n"
            let shortHelp = "  -h, --help              Show help for the most used options.\n"
            return hasMore
                ? shortHelp + (isShort ? "" : wholeHelp) : "  -h, --help              Show help information.\n"
        }
        let end =
            isShort && hasMore
            ? "See '\(name) --help-all' for all options and the exit status."
            : exitStatus.map { lines(of: $0, columns: columns) }
        return ["USAGE: \(whole.usage)", whole.description, sections, end].compactMap(\.self)
            .map { $0.trimmingCharacters(in: .newlines) }.joined(separator: "\n\n")
    }

    /// The parts of a help text of ArgumentParser, without their titles.
    private struct Parts {
        let description: String
        let usage: String
        let sections: String

        init(_ text: String) {
            let (overview, rest) = Self.split(text, at: "\n\nUSAGE: ")
            let (usage, sections) = Self.split(rest, at: "\n\n")
            description = Self.split(overview.trimmingPrefix("OVERVIEW: "), at: "\n\nExit status").0
            self.usage = usage
            self.sections = sections
        }

        private static func split(_ text: some StringProtocol, at mark: String) -> (String, String) {
            let text = String(text)
            guard let range = text.firstRange(of: mark) else { return (text, "") }
            return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
        }
    }

    /// Wraps a table, so that the second column stays one.
    private static func lines(of table: Substring, columns: Int) -> String {
        table.split(separator: "\n", omittingEmptySubsequences: false).map { row in
            let number = row.prefixMatch(of: #/ +[0-9]+ +/#)?.output ?? ""
            let indentation = String(repeating: " ", count: number.count)
            var lines = [String(number)]
            for word in row.dropFirst(number.count).split(separator: " ") {
                let line = lines.removeLast()
                let longer = line.count == number.count ? line + word : "\(line) \(word)"
                lines += longer.count <= columns ? [longer] : [line, indentation + word]
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// The width of the terminal; 80 elsewhere, and at least 40.
    private static var columns: Int {
        let chosen = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init)
        return max(40, chosen ?? Terminal.width(of: Message.resultDescriptor) ?? 80)
    }
}
