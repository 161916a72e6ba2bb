import ArgumentParser
import Batch
import EngineLink
import Manifest
import Notation

/// Arguments that say what the rows of a batch are, and where their outputs and journals go.
struct BatchArguments: ParsableArguments {
    @Argument(
        help: "The manifest: a .csv file with a header, a .jsonl file, or a .yaml file; a row for each recording.",
        completion: .file(extensions: ManifestFormat.allCases.flatMap(\.fileExtensions)))
    var manifest: String

    @OptionGroup @Options var templates: BatchTemplates

    @OptionGroup @Options var serve: ServeArguments

    @OptionGroup @Options var selection: RowSelection

    @OptionGroup(visibility: .hidden) var rows: RowOptions

    /// The folder of the journals.
    var journalFolder: String { selection.journals.folder(for: manifest) }
}

/// Options for the page and the video of a row.
struct BatchTemplates: OptionTable {
    @Setting(
        "page", "The page of a row, an address or a path in which {column} stands for the row's value.", .text,
        as: "template", .required)
    var page = ""

    @Setting(
        "output",
        "The video of a row, or its sound alone; folders are created. Values stay within one folder's or file's name.",
        .outputName, as: "template", .letter("o"), .required)
    var output = OutputName(template: "")

    /// Checks the output's form as far as it is known before the rows.
    func validate() throws {
        _ = try output.path(at: 0, mayBeSound: true)
        guard page != PageAddress.standardInput else {
            throw ValidationError("--page names a file or an address; the rows of a batch have no standard input (-).")
        }
    }
}

/// The option for the journals' folder.
struct JournalArguments: OptionTable {
    @Setting(
        "journal", "Folder of the journals. (default: the manifest's name with .journal)", .text, as: "folder", .folder)
    var journal: String?

    /// Returns the folder of a manifest's journals.
    func folder(for manifest: String) -> String { journal ?? JournalFile.folder(for: manifest) }
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

    /// Where the journals are.
    var journals = JournalArguments()

    @Setting(
        "upload",
        "Run this shell command for each video, and for the screenshots of its steps, like 'rclone copyto {file} "
            + "bucket:{name}'; a row is done when it succeeds.",
        Form("a command") { text throws(ValidationError) in try UploadCommand(text) }, as: "command")
    var upload: UploadCommand?

    /// Whether no option leaves out rows, apart from those of other shards.
    var includesAllRows: Bool { conditions.isEmpty && range == nil && limit == nil }
}
