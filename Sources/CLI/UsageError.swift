import ArgumentParser
import Notation

/// A mistake in the command line, as one sentence.
///
/// ArgumentParser prints several lines, and begins them with `Error:`.
enum UsageError {
    /// Options whose values may be secrets.
    static let secretOptions: Set = ["auth", "cookie", "header", "var"]

    /// Describes a mistake, and names the command's help.
    ///
    /// - Parameters:
    ///   - mistake: What is wrong, as sentences.
    ///   - typed: The arguments, without the program's name.
    ///   - root: The command that they belong to.
    static func pointingToHelp(
        _ mistake: String, typed: [String], of root: any ParsableCommand.Type
    ) -> CommandError {
        CommandError(.usage, "\(mistake) See '\(root.fullName(of: typed)) --help'.")
    }

    /// Returns what is wrong with arguments that could not be parsed, without passwords and tokens.
    ///
    /// - Parameters:
    ///   - error: The parser's error.
    ///   - arguments: The arguments that were parsed.
    ///   - root: The command that they belong to.
    static func mistake(_ error: any Error, in arguments: [String], of root: any ParsableCommand.Type) -> String {
        let message = root.message(for: error)
        if message.hasPrefix("Missing value"), let dashed = dashedValue(in: arguments, of: root) {
            do {
                _ = try root.parseAsRoot(dashed.arguments)
            } catch  where root.exitCode(for: error) != .success {
                return sentence(withoutSecrets(root.message(for: error), typed: arguments))
            } catch {
                // Help has no mistakes.
            }
            return sentence("\(message). Write '\(dashed.option)=' before a value that begins with a dash")
        }
        let shown = withoutSecrets(message, typed: arguments)
        return sentence(shown) + (outputHint(for: shown, in: arguments, of: root) ?? "")
    }

    /// A hint for the name of the output in place of `-o`; `nil` for another mistake.
    private static func outputHint(
        for message: String, in arguments: [String], of root: any ParsableCommand.Type
    ) -> String? {
        guard let word = message.wholeMatch(of: /Unexpected argument '([^'\s]+\.[A-Za-z0-9]+)'/)?.output.1,
            !arguments.contains(where: { $0.hasPrefix("-o") || $0.hasPrefix("--output") }),
            root.subcommand(named: arguments).0.optionsOfGroups.contains(where: { $0.name == "output" })
        else { return nil }
        return " Name the output with -o \(word)."
    }

    /// Turns a message of the parser into one line, which ends as a sentence and begins like other messages.
    static func sentence(_ message: String) -> String {
        var text = message
        text.replace(/^Missing expected argument/, with: "missing argument")
        // Of -xo, the parser cannot tell whether -x is unknown, or -o has no value.
        text.replace(/(?:\. Did you mean '[^']*'\?)?\n +or: Missing/, with: ", or missing")
        text.replace(#/\n */#, with: " ")
        text.replace(#/\. Please provide one of the following: - /#, with: ": write one of ")
        if text.contains(": write one of ") { text.replace(" - ", with: ", ") }
        if text.prefixMatch(of: /[A-Z][a-z]|A\s/) != nil { text = text.prefix(1).lowercased() + text.dropFirst() }
        return [".", "?"].contains(text.suffix(1)) ? text : text + "."
    }

    /// Joins options and values that begin with a dash and a digit, as in `--duration -5s`.
    ///
    /// The parser takes such a value for an option, and says that the value is missing.
    ///
    /// - Returns: The first such option and the arguments; `nil` if no option has one.
    private static func dashedValue(
        in arguments: [String], of root: any ParsableCommand.Type
    ) -> (option: String, arguments: [String])? {
        let (command, depth) = root.subcommand(named: arguments)
        let names = command.optionsOfGroups.filter { $0.kind != .flag }.flatMap { option in
            ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
        }
        var joined = Array(arguments.prefix(depth))
        var first: String?
        var rest = arguments.dropFirst(depth)
        while let argument = rest.popFirst(), argument != "--" {
            guard names.contains(argument), let value = rest.first, value.prefixMatch(of: /-\.?[0-9]/) != nil else {
                joined.append(argument)
                continue
            }
            joined.append("\(argument)=\(rest.removeFirst())")
            first = first ?? argument
        }
        return first.map { ($0, joined) }
    }

    /// Hides passwords and tokens in a message of the parser, which quotes what was typed.
    private static func withoutSecrets(_ message: String, typed: [String]) -> String {
        var message = message
        // Words behind an unquoted value, as in `--header Authorization: Bearer TOKEN`.
        let option = typed.first { $0.hasPrefix("--") && secretOptions.contains(String($0.dropFirst(2))) }
        if let option {
            message.replace(/^([0-9]+ unexpected arguments): .*|^Unexpected argument .*/.dotMatchesNewlines()) {
                match in
                "\(match.output.1 ?? "Unexpected argument"), which may be part of the value of \(option). "
                    + "Put quotes around the value."
            }
        }
        return ShownAddress.hidingSecrets(in: message)
    }
}
