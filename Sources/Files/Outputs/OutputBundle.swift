import Glibc

/// A folder of files that appears whole or not at all.
package struct OutputBundle: GroupedOutput {
    /// The folder's final path.
    package let path: String
    /// The folder's path until it is placed.
    private let temporaryPath: String
    private let overwrite: Bool
    private let folder: OutputFolder
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
        self.overwrite = overwrite
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            guard overwrite else { throw OutputFile.exists(path) }
            try Self.checkReplaceable(path, status, names)
        }
        folder = try OutputFolder(of: path)
        hidden = try folder.makeHiddenFolder()
        temporaryPath = "\(hidden.path)/bundle"
        guard unsafe mkdir(temporaryPath, 0o777) == 0 else {
            let error = SystemError.last
            discard()
            throw folder.unwritable(error)
        }
    }

    /// Returns the place at which to write one of the files.
    package func file(_ name: String) -> OutputPlace {
        OutputPlace("\(temporaryPath)/\(name)", named: "\(path)/\(name)")
    }

    package func place() throws(FileError) {
        guard Placing.place(temporaryPath, at: folder.held(path), overwrite: overwrite) == 0 else {
            throw OutputFile.unplaced(path, "bundle", .last)
        }
    }

    package func takeBack() { Placing.takeBack(folder.held(path), to: temporaryPath) }

    package func settle() { hidden.remove() }

    package func discard() {
        hidden.remove()
        folder.removeCreated()
    }

    private static func checkReplaceable(_ path: String, _ status: stat, _ names: [String]) throws(FileError) {
        var isBundle = status.st_mode & S_IFMT == S_IFDIR
        if isBundle, let folder = unsafe opendir(path) {
            defer { unsafe closedir(folder) }
            isBundle = unsafe fileNames(in: folder).allSatisfy(names.contains)
        }
        guard isBundle else {
            throw FileError(
                .cannotCreateOutput,
                "'\(path)' is not replaced, because it is not a Live Photo of this name. Choose another name.")
        }
    }
}
