private import CSystemCalls
import Glibc

/// A folder of files that appears whole or not at all.
package struct OutputBundle: Sendable {
    /// The folder's final path.
    package let path: String
    /// The folder's path until it is committed.
    package let temporaryPath: String
    private let overwrite: Bool
    private let names: [String]
    private let createdFolders: [String]
    private let folder: String
    /// The hidden folder that contains the unfinished folder.
    private let hidden: LockedFolder

    /// Creates the folder inside a hidden folder next to its final path.
    ///
    /// - Parameters:
    ///   - path: The final path.
    ///   - names: The names of the files it will contain. Only an existing folder without any
    ///     other files may be replaced.
    ///   - overwrite: Whether an existing folder may be replaced.
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package init(path: String, names: [String], overwrite: Bool) throws(FileError) {
        self.path = path
        self.names = names
        self.overwrite = overwrite
        var status = stat()
        if lstat(path, &status) == 0 {
            guard overwrite else { throw OutputFile.exists(path) }
            try Self.checkReplaceable(path, status, names)
        }
        let folder = OutputFile.folder(of: path)
        createdFolders = try OutputFile.makeFolders(folder)
        self.folder = folder
        do throws(FileError) {
            hidden = try OutputFile.makeHiddenFolder(in: folder)
        } catch {
            OutputFile.removeFolders(createdFolders)
            throw error
        }
        temporaryPath = "\(hidden.path)/bundle"
        guard mkdir(temporaryPath, 0o777) == 0 else {
            let error = SystemError.last
            hidden.remove()
            OutputFile.removeFolders(createdFolders)
            throw .output(.cannotCreateOutput, "The output folder cannot be written to:", path: folder, error: error)
        }
    }

    /// Returns the path at which to write one of the files.
    package func file(_ name: String) -> String { "\(temporaryPath)/\(name)" }

    /// Renames the finished folder to its final path.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput`` if the path exists and may not be
    ///   replaced, ``FileError/Code/cannotWriteOutput`` otherwise. An existing folder is then
    ///   unchanged.
    package func commit() throws(FileError) {
        defer { hidden.remove() }
        if overwrite, renaming_exchanging(temporaryPath, path) == 0 { return }
        // Outside the hidden folder, which is removed with all its contents.
        let old = OutputFile.hiddenName(in: folder, ending: "old")
        let hasOld = overwrite && rename(path, old) == 0
        guard OutputFile.renameWithoutReplacing(temporaryPath, path) == 0 else {
            let error = SystemError.last
            if hasOld { rename(old, path) }
            if error.number == EEXIST { throw OutputFile.exists(path) }
            throw .output(.cannotWriteOutput, "The finished bundle cannot be named", path: path, error: error)
        }
        if hasOld { remove(old) }
    }

    /// Removes the unfinished folder and its contents.
    package func discard() {
        hidden.remove()
        OutputFile.removeFolders(createdFolders)
    }

    private func remove(_ folder: String) {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private static func checkReplaceable(_ path: String, _ status: stat, _ names: [String]) throws(FileError) {
        var isBundle = status.st_mode & S_IFMT == S_IFDIR
        if isBundle, let folder = opendir(path) {
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != "." && name != ".." && !names.contains(name) { isBundle = false }
            }
        }
        guard isBundle else {
            throw FileError(
                .cannotCreateOutput,
                "“\(path)” holds something else than a Live Photo of this name and is not replaced. Choose another name."
            )
        }
    }
}
