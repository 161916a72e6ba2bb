import Encoder
import Files
import Foundation

/// The outputs of a batch, to find other videos beside them; 16 bytes for each.
struct OutputSet {
    private var outputs: Set<Int> = []
    private var folders: Set<String> = []

    /// Adds an output.
    mutating func insert(_ output: String) {
        outputs.insert(output.hashValue)
        folders.insert(output.parentPath)
    }

    /// The videos in the outputs' folders that are no output, in alphabetical order.
    ///
    /// - Throws: `unreadableInput` for a folder that cannot be listed: what is in it is unknown.
    func extraFiles() throws(FileError) -> [String] {
        var extra: [String] = []
        for folder in folders {
            for name in try Self.names(in: folder) where MovieContainer(fileName: name) != nil && !name.hasPrefix(".") {
                // As the template writes it: a name alone is in the working folder.
                let path = folder == "." ? name : "\(folder == "/" ? "" : folder)/\(name)"
                if !outputs.contains(path.hashValue), !outputs.contains("./\(path)".hashValue) { extra.append(path) }
            }
        }
        return extra.sorted()
    }

    private static func names(in folder: String) throws(FileError) -> [String] {
        do {
            return try folder.names()
        } catch {
            throw FileError(
                .unreadableInput, "The folder \(folder) cannot be searched for other videos: \(error.text).")
        }
    }
}
