/// The command line that records a page again, as a recording's file keeps it.
package struct RepeatableCommand: Sendable, Hashable {
    /// The words after `pagereel record`: the page and its options.
    package let arguments: [String]
    /// The options that were given and are left out, as they may hold
    /// secrets.
    package let omitted: [String]

    private static let program = ["pagereel", "record"]
    private static let omission = " # without "

    /// Describes a command.
    package init(arguments: [String], omitted: [String]) {
        self.arguments = arguments
        self.omitted = omitted
    }

    /// Reads what ``text`` writes, or nothing from any other text: a file's
    /// description may come from anybody, and is shown to be pasted.
    package init?(_ text: String) {
        var command = text[...]
        var omitted: [String] = []
        // A quoted word ends with a quote, so that this can only be the end.
        if let mark = text.ranges(of: Self.omission).last, !text[mark.upperBound...].contains("'") {
            command = text[..<mark.lowerBound]
            omitted = text[mark.upperBound...].split(separator: ", ", omittingEmptySubsequences: false)
                .map(String.init)
            guard omitted.allSatisfy({ $0.wholeMatch(of: /--[a-z-]+/) != nil }) else { return nil }
        }
        guard let words = ShellWords.split(String(command)), words.starts(with: Self.program),
            words.count > Self.program.count
        else { return nil }
        self.init(arguments: Array(words.dropFirst(Self.program.count)), omitted: omitted)
    }

    /// The command as a shell reads it.
    package var line: String { ShellWords.join(Self.program + arguments) }

    /// The command and, as a shell's comment, what is left out.
    package var text: String {
        line + (omitted.isEmpty ? "" : Self.omission + omitted.joined(separator: ", "))
    }
}
