import Files

/// The bytes of an open file, read from its beginning.
struct FileBytes: ByteSource {
    /// In bytes; enough to make the system calls' time negligible.
    private static let chunkSize = 1 << 17

    private let file: InputFile
    private let path: String
    private var offset = 0

    /// Prepares to read a file.
    ///
    /// - Parameter path: The file's path, for messages.
    init(_ file: InputFile, path: String) {
        self.file = file
        self.path = path
    }

    mutating func next() throws(FileError) -> [UInt8] {
        let path = path
        let bytes = try file.read(Self.chunkSize, at: offset) {
            FileError(.unreadableInput, "The manifest \(path) cannot be read: \($0.text).")
        }
        offset += bytes.count
        return bytes
    }
}
