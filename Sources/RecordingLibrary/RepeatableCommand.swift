private import Notation

/// The command line that reproduces a recording or a check, as stored in a recording's file.
package struct RepeatableCommand: Sendable, Hashable {
    /// The command's name: `record`.
    package let name: String
    /// The arguments of the command: the page and its options.
    package let arguments: [String]
    /// The options that are left out because they may contain secrets; ``parameters`` for values in the page's address.
    package let omitted: [String]

    /// What stands in ``omitted`` for secret values in the page's address, of which the command has a mask.
    package static let parameters = "parameters of the address"

    private static let program = "pagereel"
    private static let recording = "record"
    private static let omission = " # without "

    /// Creates a command.
    ///
    /// - Parameter name: The command's name (default: `record`).
    package init(_ name: String = recording, arguments: [String], omitted: [String]) {
        self.name = name
        self.arguments = arguments
        self.omitted = omitted
    }

    /// Parses the form of ``text``; `nil` for any other string.
    ///
    /// A file's metadata is untrusted, and users paste the command into a shell.
    package init?(_ text: String) {
        var command = text[...]
        var omitted: [String] = []
        // A quoted word ends with a quote, so this mark is outside of quotes and begins the comment.
        if let mark = text.ranges(of: Self.omission).last, !text[mark.upperBound...].contains("'") {
            command = text[..<mark.lowerBound]
            omitted = text[mark.upperBound...].split(separator: ", ", omittingEmptySubsequences: false)
                .map(String.init)
            let areNames = omitted.allSatisfy { $0 == Self.parameters || $0.wholeMatch(of: /--[a-z-]+/) != nil }
            guard areNames else { return nil }
        }
        guard let words = ShellWords.split(String(command)),
            words.starts(with: [Self.program, Self.recording]), words.count > 2
        else { return nil }
        // Other programs' files, and older ones, may have secrets.
        self.init(arguments: [ShownAddress.text(words[2])] + words.dropFirst(3), omitted: omitted)
    }

    /// The command in shell syntax.
    package var line: String { ShellWords.join([Self.program, name] + arguments) }

    /// The command, followed by a shell comment that lists what is left out.
    package var text: String {
        line + (omitted.isEmpty ? "" : Self.omission + omitted.joined(separator: ", "))
    }
}
