import Encoder
import Files

/// A file that is placed together with others.
struct StagedFile: StagedOutput {
    /// The file's temporary and final names.
    let file: OutputFile
    private var placement: OutputFile.Placement?

    /// Reserves a name.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    init(_ path: String, overwrite: Bool, content: OutputFile.Content) throws(FileError) {
        file = try OutputFile(path: path, overwrite: overwrite, content: content)
    }

    mutating func place() throws { placement = try file.place() }

    mutating func takeBack() {
        if let placement { file.takeBack(placement) }
        placement = nil
    }

    mutating func settle() {
        if let placement { file.settle(placement) }
    }

    func discard() { file.discard() }
}
