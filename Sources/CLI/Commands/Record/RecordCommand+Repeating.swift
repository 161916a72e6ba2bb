import EngineLink
import Glibc
import Notation
import RecordingLibrary

extension RecordCommand {
    /// Returns the command that reproduces the recording: all options that
    /// affect the video, with absolute paths, without secrets.
    func repeatable(_ address: PageAddress) -> RepeatableCommand {
        let options = settingsOfGroups.filter(\.facts.isRepeated).flatMap(\.words)
        return RepeatableCommand(arguments: [address.description] + options, omitted: omitted(address))
    }

    private func omitted(_ address: PageAddress) -> [String] {
        let hasCredentials =
            unsafe pageOptions.auth != nil || getenv("PAGEREEL_AUTH") != nil
            || page.contains("://") && PageAddress.withoutCredentials(page) != page
        return [
            ("--header", !pageOptions.headers.isEmpty), ("--cookie", !pageOptions.cookies.isEmpty),
            ("--data", data.data != nil), ("--auth", hasCredentials), ("--var", !pageOptions.assignments.isEmpty),
            (RepeatableCommand.parameters, ShownAddress.hasSecretParameters(address.uri)),
        ].filter(\.1).map(\.0)
    }
}
