import ArgumentParser
import EngineLink
import Glibc
import Notation
import RecordingLibrary

/// A command for a page that a file or a report says how to repeat.
protocol RepeatablePage: ConfigurableCommand {
    /// The page as typed.
    var page: String { get }
    var pageOptions: PageArguments { get }
    var data: DataArguments { get }
}

extension RepeatablePage {
    /// Returns the command that does the same again: all options that affect the result, with absolute paths, without
    /// secrets.
    ///
    /// - Parameters:
    ///   - shown: The page or the file, as the command names it.
    ///   - address: The page's whole address.
    func repeatable(_ shown: String, address: String) -> RepeatableCommand {
        let options = settingsOfGroups.filter(\.facts.isRepeated).flatMap(\.words)
        return RepeatableCommand(
            Self.configuration.commandName ?? "", arguments: [shown] + options, omitted: omitted(address))
    }

    /// Returns the command that does the same with a page again.
    func repeatable(_ address: PageAddress) -> RepeatableCommand {
        repeatable(address.description, address: address.uri)
    }

    private func omitted(_ address: String) -> [String] {
        let hasCredentials =
            unsafe pageOptions.auth != nil || getenv("PAGEREEL_AUTH") != nil
            || page.contains("://") && PageAddress.withoutCredentials(page) != page
        return [
            ("--header", !pageOptions.headers.isEmpty), ("--cookie", !pageOptions.cookies.isEmpty),
            ("--data", data.data != nil), ("--auth", hasCredentials), ("--var", !pageOptions.assignments.isEmpty),
            (RepeatableCommand.parameters, ShownAddress.hasSecretParameters(address)),
        ].filter(\.1).map(\.0)
    }
}
