import Notation

extension YAMLFile {
    /// Reads a file.
    ///
    /// - Parameter role: What it is to the person who named it.
    /// - Throws: ``FileError`` with `unreadableInput`.
    init(path: String, as role: String) throws {
        self.init(path: path, text: try TextFile.read(path, as: role))
    }
}
