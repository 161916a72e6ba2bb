import Batch
import Notation

/// A row of a manifest as it will be recorded.
struct PlannedRow: Sendable {
    /// The row's number, counted from 1.
    let number: Int
    /// The row's line in the manifest, counted from 1.
    let line: Int
    /// The page, as typed for `record`.
    let page: String
    /// The file to write.
    let output: String
    /// The options of `record`.
    let settings: [WrittenSetting]
    /// The row as a JSON object, for the page.
    let data: String

    /// The hash of all that decides the video.
    ///
    /// The sandbox is left out, so that a batch can go on in containers, where WebKit's does not work.
    var fingerprint: Fingerprint {
        Fingerprint(words: [page] + words(of: settings.filter { $0.option != "sandbox" }), data: data)
    }

    /// The command that records the row, apart from its data.
    var command: String { ShellWords.join(["pagereel", "record", page, "-o", output] + words(of: settings)) }

    /// The names of the files that options have, with the options' names.
    var files: [(option: String, path: String)] {
        settings.filter { RowOptions.facts[$0.option]?.namesFile == true }
            .flatMap { setting in setting.texts.map { (setting.option, $0) } }
    }

    private func words(of settings: [WrittenSetting]) -> [String] {
        settings.flatMap { setting in RowOptions.facts[setting.option].map(setting.arguments) ?? [] }
    }
}
