import ArgumentParser
import Batch
import EngineLink
import Manifest
import Notation

/// Options that say what the rows of a batch are, and where their outputs and journals go.
struct BatchArguments: ParsableArguments {
    @Argument(
        help: "The manifest: a .csv file with a header, a .jsonl file, or a .yaml file; a row for each recording.",
        completion: .file(extensions: ManifestFormat.allCases.flatMap(\.fileExtensions)))
    var manifest: String

    @Option(
        help: ArgumentHelp(
            "The page of a row, an address or a path in which {column} stands for the row's value.",
            valueName: "template"))
    var page: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The video of a row; folders are created. Values stay within one folder's or file's name.",
            valueName: "template"))
    var output: OutputName

    @OptionGroup @Options var serve: ServeArguments

    @OptionGroup @Options var selection: RowSelection

    @OptionGroup(visibility: .hidden) var rows: RowOptions

    /// The folder of the journals.
    var journalFolder: String { Self.journalFolder(selection.journal, of: manifest) }

    /// The folder of the journals of a manifest.
    ///
    /// - Parameter given: The folder of `--journal`.
    static func journalFolder(_ given: String?, of manifest: String) -> String {
        given ?? JournalFile.folder(for: manifest)
    }

    /// Checks the output's form as far as it is known before the rows.
    func validate() throws {
        _ = try output.path(at: 0)
        guard page != PageAddress.standardInput else {
            throw ValidationError("--page names a file or an address; the rows of a batch have no standard input (-).")
        }
    }
}

/// Options for which rows of a batch are recorded, and what is done with their videos.
struct RowSelection: OptionTable {
    @Setting(
        "where", "Only rows with this value, or with != without it; repeatable.",
        Form("a condition") { text throws(OptionError) in try RowCondition(text) }, as: "column=value")
    var conditions: [RowCondition]

    @Setting(
        "rows", "Only these rows, counted from 1: 100..200, 100.. or ..200.",
        Form("a range of rows") { text throws(OptionError) in try RowRange(text) }, as: "first..last")
    var range: RowRange?

    @Setting(
        "limit", "Only the first rows that the other options include.",
        Form("a number of rows") { text throws(OptionError) in try RowFilter.limit(text) }, as: "number")
    var limit: Int?

    @Setting(
        "shard", "Only one of several parts that together have each row once, like 2/8.",
        Form("a shard") { text throws(OptionError) in try Shard(text) }, as: "i/n")
    var shard: Shard?

    @Setting(
        "journal", "Folder of the journals. (default: the manifest's name with .journal)", .text, as: "folder", .folder)
    var journal: String?

    @Setting(
        "upload",
        "Run this shell command for each video, like 'rclone copyto {file} bucket:{name}'; a row is done when it "
            + "succeeds.", Form("a command") { text throws(ValidationError) in try UploadCommand(text) }, as: "command")
    var upload: UploadCommand?

    /// Whether no option leaves out rows, apart from those of other shards.
    var includesAllRows: Bool { conditions.isEmpty && range == nil && limit == nil }
}
