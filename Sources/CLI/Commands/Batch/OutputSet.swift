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
    var extraFiles: [String] {
        var extra: [String] = []
        for folder in folders {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            where MovieContainer(fileName: name) != nil && !name.hasPrefix(".") {
                // As the template writes it: a name alone is in the working folder.
                let path = folder == "." ? name : "\(folder == "/" ? "" : folder)/\(name)"
                if !outputs.contains(path.hashValue), !outputs.contains("./\(path)".hashValue) { extra.append(path) }
            }
        }
        return extra.sorted()
    }
}
