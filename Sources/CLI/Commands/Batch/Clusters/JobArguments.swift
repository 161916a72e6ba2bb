import ArgumentParser
import Clusters
import Foundation
import Manifest

/// Options that say which batch's job a command is for.
struct JobArguments: ParsableArguments {
    @Argument(
        help: "The manifest of the batch.",
        completion: .file(extensions: ManifestFormat.allCases.flatMap(\.fileExtensions)))
    var manifest: String

    @Option(
        help: ArgumentHelp("Folder of the journals. (default: the manifest's name with .journal)", valueName: "folder"),
        completion: .directory)
    var journal: String?

    /// Finds the job.
    ///
    /// - Throws: `FileError`; ``CommandError`` if the batch has submitted none.
    func job() throws -> SubmittedJob {
        let folder = BatchArguments.journalFolder(journal, of: manifest)
        guard let job = try SubmittedJob(in: folder) else {
            throw CommandError(
                .unreadableInput,
                "\(folder) knows of no job of this batch. Submit one with --engine slurm, or see batch status for the "
                    + "results of the last one.")
        }
        return job
    }
}
