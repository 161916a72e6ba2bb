import Notation

extension YAMLFile {
    /// Reads a file.
    ///
    /// - Parameter role: What the file is, for the message.
    /// - Throws: ``FileError`` with `unreadableInput`.
    init(path: String, as role: String) throws {
        self.init(path: path, text: try TextFile.read(path, as: role))
    }
}
