/// Numbered files in one folder that appear together.
///
/// They are in a hidden folder beside their final paths until they are placed. Memory use does
/// not grow with their number.
package struct OutputSequence: GroupedOutput {
    private let count: Int
    private let overwrite: Bool
    private let content: OutputFile.Content
    private let folder: OutputFolder
    private let hidden: LockedFolder
    private let path: @Sendable (Int) -> String

    /// Checks that all paths can be used, and creates the hidden folder.
    ///
    /// - Parameters:
    ///   - count: The number of files, 1 or more.
    ///   - overwrite: Whether existing files may be replaced.
    ///   - content: The kind of file.
    ///   - path: The final path of a file, from its index; all are in one folder.
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package init(
        count: Int, overwrite: Bool, content: OutputFile.Content, path: @escaping @Sendable (Int) -> String
    ) throws(FileError) {
        self.count = count
        self.overwrite = overwrite
        self.content = content
        self.path = path
        for index in 0..<count {
            _ = try OutputFile.checkedPath(path(index), overwrite: overwrite, content: content, nextName: nil)
        }
        folder = try OutputFolder(of: path(0))
        hidden = try folder.makeHiddenFolder()
    }

    /// Writes one of the files.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput`` or ``FileError/Code/cannotWriteOutput``.
    package func write(_ whole: [UInt8], at index: Int) throws(FileError) {
        try OutputFile.write(whole, to: hiddenPath(index), content: content, path: path(index))
    }

    private func hiddenPath(_ index: Int) -> String { "\(hidden.path)/\(index)" }

    package func place() throws(FileError) {
        for index in 0..<count
        where Placing.place(hiddenPath(index), at: folder.held(path(index)), overwrite: overwrite) != 0 {
            let error = SystemError.last
            takeBack(first: index)
            throw OutputFile.unplaced(path(index), content.rawValue, error)
        }
        do throws(FileError) {
            try folder.synchronize { OutputFile.unplaced(path(0), content.rawValue, $0) }
        } catch {
            takeBack()
            throw error
        }
    }

    package func takeBack() { takeBack(first: count) }

    private func takeBack(first count: Int) {
        for index in (0..<count).reversed() { Placing.takeBack(folder.held(path(index)), to: hiddenPath(index)) }
    }

    package func settle() { hidden.remove() }

    package func discard() {
        hidden.remove()
        folder.removeCreated()
    }
}
