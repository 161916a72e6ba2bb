import Glibc

/// Two files that appear together, whole or not at all.
package struct OutputPair: Sendable {
    /// The file that is committed first.
    package let first: OutputFile
    /// The file that is committed second; if that fails, the first is rolled back.
    package let second: OutputFile

    /// Reserves temporary files, and creates missing folders.
    ///
    /// - Throws: The errors of ``OutputFile/init(path:overwrite:content:nextName:)``; nothing
    ///   is then left behind.
    package init(
        first: (path: String, content: OutputFile.Content), second: (path: String, content: OutputFile.Content),
        overwrite: Bool
    ) throws(FileError) {
        self.first = try OutputFile(path: first.path, overwrite: overwrite, content: first.content)
        do {
            self.second = try OutputFile(path: second.path, overwrite: overwrite, content: second.content)
        } catch {
            self.first.discard()
            throw error
        }
    }

    /// Moves both finished files to their final paths.
    ///
    /// - Throws: The errors of ``OutputFile/commit()``; existing files are then restored.
    package func commit() throws(FileError) {
        let old = try OldFile(at: first)
        do {
            try first.commit()
        } catch {
            old?.restore()
            throw error
        }
        do {
            try second.commit()
        } catch {
            if let old { old.restore() } else { unlink(first.path) }
            throw error
        }
        old?.remove()
    }

    /// Removes the uncommitted files.
    package func discard() {
        second.discard()
        first.discard()
    }
}

/// The file that an output is about to replace, kept under a hidden name.
private struct OldFile {
    private let path: String
    private let hiddenPath: String

    /// Links the file to its hidden name; `nil` if no file would be replaced.
    init?(at output: OutputFile) throws(FileError) {
        path = output.path
        hiddenPath = OutputFile.hiddenName(in: output.folder, ending: "old")
        guard output.overwrite, access(path, F_OK) == 0 else { return nil }
        // The file also keeps its own name, unless the file system has no hard links.
        guard link(path, hiddenPath) == 0 || rename(path, hiddenPath) == 0 else {
            throw .output(.cannotWriteOutput, "The old file cannot be kept:", path: path, error: .last)
        }
    }

    func restore() {
        // Renaming between two links to the same file succeeds and keeps both (rename(2)).
        // After a failure the hidden name may be the only one.
        if rename(hiddenPath, path) == 0 { unlink(hiddenPath) }
    }

    func remove() { unlink(hiddenPath) }
}
