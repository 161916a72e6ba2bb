private import CSystemCalls
import Glibc

/// A folder of files that appears whole or not at all.
package struct OutputBundle: Sendable {
    /// The folder's final name.
    package let path: String
    /// Where it is until it is finished.
    package let temporaryPath: String
    private let overwrite: Bool
    private let names: [String]
    private let createdFolders: [String]
    private let folder: String
    /// What the unfinished folder is in.
    private let hidden: LockedFolder

    /// Makes the folder under a hidden name beside its final one.
    ///
    /// - Parameters:
    ///   - path: The final name.
    ///   - names: What will be in it. Only a folder that has nothing else may
    ///     be replaced.
    ///   - overwrite: Whether a folder of that name may be replaced.
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

    /// Where one of the files is written.
    package func file(_ name: String) -> String { "\(temporaryPath)/\(name)" }

    /// Gives the finished folder its name.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput`` if something of that
    ///   name is there and may not be replaced,
    ///   ``FileError/Code/cannotWriteOutput`` otherwise. An old folder is as
    ///   it was then.
    package func commit() throws(FileError) {
        defer { hidden.remove() }
        if overwrite, renaming_exchanging(temporaryPath, path) == 0 { return }
        // Beside the hidden folder, which is removed with all that is in it.
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

    /// Removes the unfinished folder with what is in it.
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
