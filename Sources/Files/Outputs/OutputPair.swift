import Glibc

/// Two files that appear together, whole, or not at all.
package struct OutputPair: Sendable {
    /// The one that appears first.
    package let first: OutputFile
    /// The one that appears next; until then the first can be taken back.
    package let second: OutputFile

    /// Finds the names to write to, and makes missing folders.
    ///
    /// - Throws: As ``OutputFile/init(path:overwrite:content:nextName:)``;
    ///   nothing is left behind then.
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

    /// Gives both finished files their names.
    ///
    /// - Throws: As ``OutputFile/commit()``; files that were there before are
    ///   there again then.
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

    /// Removes what has not been given its name.
    package func discard() {
        second.discard()
        first.discard()
    }
}

/// The file that an output is about to replace, under a second, hidden name.
private struct OldFile {
    private let path: String
    private let hiddenPath: String

    /// Gives the file its second name, or nothing where there is none.
    init?(at output: OutputFile) throws(FileError) {
        path = output.path
        hiddenPath = OutputFile.hiddenName(in: output.folder, ending: "old")
        guard output.overwrite, access(path, F_OK) == 0 else { return nil }
        // The file stays under its own name as well, but where the file
        // system knows no second names.
        guard link(path, hiddenPath) == 0 || rename(path, hiddenPath) == 0 else {
            throw .output(.cannotWriteOutput, "The old file cannot be kept:", path: path, error: .last)
        }
    }

    func restore() {
        // A rename between two names of one file succeeds and keeps both
        // (rename(2)). After a failure the hidden name may be the only one.
        if rename(hiddenPath, path) == 0 { unlink(hiddenPath) }
    }

    func remove() { unlink(hiddenPath) }
}
