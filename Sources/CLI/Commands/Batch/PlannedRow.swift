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
    /// The options of `record`, each with its value in one word.
    let options: [String]
    /// The row as a JSON object, for the page.
    let data: String

    /// The options for the sandbox.
    static let sandboxWords = ["--sandbox", "--no-sandbox"]

    /// The hash of all that decides the video.
    ///
    /// The sandbox is left out, so that a batch can go on in containers, where WebKit's does not work.
    var fingerprint: Fingerprint {
        Fingerprint(words: [page] + options.filter { !Self.sandboxWords.contains($0) }, data: data)
    }

    /// The command that records the row, apart from its data.
    var command: String { ShellWords.join(["pagereel", "record", page, "-o", output] + options) }
}
