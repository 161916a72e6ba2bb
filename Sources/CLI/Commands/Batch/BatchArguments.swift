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

    @OptionGroup var serve: ServeArguments

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only rows with this value, or with != without it; repeatable.", valueName: "column=value"),
        transform: { try RowCondition($0) })
    var conditions: [RowCondition] = []

    @Option(
        name: .customLong("rows"),
        help: ArgumentHelp("Only these rows, counted from 1: 100..200, 100.. or ..200.", valueName: "first..last"),
        transform: { try RowRange($0) })
    var range: RowRange?

    @Option(
        help: ArgumentHelp("Only the first rows that the other options include.", valueName: "number"),
        transform: { try RowFilter.limit($0) })
    var limit: Int?

    @Option(
        help: ArgumentHelp("Only one of several parts that together have each row once, like 2/8.", valueName: "i/n"),
        transform: { try Shard($0) })
    var shard: Shard?

    @Option(
        help: ArgumentHelp("Folder of the journals. (default: the manifest's name with .journal)", valueName: "folder"),
        completion: .directory)
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "Run this shell command for each video, like 'rclone copyto {file} bucket:{name}'; a row is done when it "
                + "succeeds.", valueName: "command"),
        transform: { try UploadCommand($0) })
    var upload: UploadCommand?

    @Argument(parsing: .postTerminator, help: .hidden)
    var recordArguments: [String] = []

    /// Whether no option leaves out rows, apart from those of other shards.
    var includesAllRows: Bool { conditions.isEmpty && range == nil && limit == nil }

    /// The folder of the journals.
    var journalFolder: String { Self.journalFolder(journal, of: manifest) }

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
