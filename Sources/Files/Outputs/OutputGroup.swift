import Glibc
private import Synchronization

/// An output that can appear together with others, in an ``OutputGroup``.
package protocol GroupedOutput: Sendable {
    /// Moves the finished output to its final path; an old one is kept under a hidden name.
    ///
    /// - Throws: ``FileError/Code/cannotWriteOutput``, or ``FileError/Code/cannotCreateOutput``
    ///   if another process took the path and it may not be replaced. Nothing has then changed.
    func place() throws(FileError)
    /// Undoes ``place()``, and restores the old output.
    func takeBack()
    /// Removes the old output, once nothing can fail any more.
    func settle()
    /// Removes the unfinished output, and the folders created for it if they are empty.
    func discard()
}

/// Outputs that appear together: all of them whole, or none.
package struct OutputGroup: Sendable {
    private var outputs: [any GroupedOutput] = []

    /// Creates an empty group.
    package init() {}

    /// Adds an output.
    ///
    /// - Parameter reserve: Reserves the output; if it fails, the group is discarded.
    /// - Throws: The error of `reserve`.
    package mutating func add<Output: GroupedOutput>(
        _ reserve: @autoclosure () throws(FileError) -> Output
    ) throws(FileError) -> Output {
        do throws(FileError) {
            let output = try reserve()
            outputs.append(output)
            return output
        } catch {
            discard()
            throw error
        }
    }

    /// Moves all finished outputs to their final paths.
    ///
    /// - Throws: The error of the first output that could not be moved. The old outputs are then
    ///   restored, and the new ones can still be discarded.
    package func commit() throws(FileError) {
        for (index, output) in outputs.enumerated() {
            do throws(FileError) {
                try output.place()
            } catch {
                for placed in outputs[..<index].reversed() { placed.takeBack() }
                throw error
            }
        }
        for output in outputs { output.settle() }
    }

    /// Removes the unfinished outputs.
    package func discard() {
        // In reverse order: a folder was created for the first file in it.
        for output in outputs.reversed() { output.discard() }
    }
}

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
    ///   - overwrite: Whether an existing folder may be replaced.
    ///   - kind: What the folder is, for messages.
    ///   - owns: Whether a name may be that of a file in it. Only an existing folder without any other files may be
    ///     replaced.
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package init(
        path: String, overwrite: Bool, kind: String, owns: (String) -> Bool
    ) throws(FileError) {
        self.path = path
        self.overwrite = overwrite
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            guard overwrite else { throw OutputFile.exists(path) }
            try Self.checkReplaceable(path, status, kind, owns)
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

    /// Removes one of the files again.
    package func remove(_ name: String) { unsafe unlink(file(name).path) }

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

    private static func checkReplaceable(
        _ path: String, _ status: stat, _ kind: String, _ owns: (String) -> Bool
    ) throws(FileError) {
        var isBundle = status.st_mode & S_IFMT == S_IFDIR
        if isBundle, let folder = unsafe opendir(path) {
            defer { unsafe closedir(folder) }
            isBundle = unsafe fileNames(in: folder).allSatisfy(owns)
        }
        guard isBundle else {
            throw FileError(
                .cannotCreateOutput,
                "'\(path)' is not replaced, because it is not \(kind). Choose another name.")
        }
    }
}

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
    /// The files that have been written, if some may be missing.
    private let written: Written?

    private final class Written: Sendable {
        let indexes = Mutex<Set<Int>>([])
    }

    /// Checks that all paths can be used, and creates the hidden folder.
    ///
    /// - Parameters:
    ///   - count: The number of files, 1 or more.
    ///   - overwrite: Whether existing files may be replaced.
    ///   - content: The kind of file.
    ///   - isPartial: Whether some of the files may not be written (default: no).
    ///   - path: The final path of a file, from its index; all are in one folder.
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package init(
        count: Int, overwrite: Bool, content: OutputFile.Content, isPartial: Bool = false,
        path: @escaping @Sendable (Int) -> String
    ) throws(FileError) {
        self.count = count
        written = isPartial ? Written() : nil
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
        _ = written?.indexes.withLock { $0.insert(index) }
    }

    /// Removes what has been written, to begin again, if some of the files may be missing.
    package func clear() {
        written?.indexes.withLock { indexes in
            for index in indexes { unsafe unlink(hiddenPath(index)) }
            indexes = []
        }
    }

    private func isWritten(_ index: Int) -> Bool { written?.indexes.withLock { $0.contains(index) } ?? true }

    private func hiddenPath(_ index: Int) -> String { "\(hidden.path)/\(index)" }

    package func place() throws(FileError) {
        for index in 0..<count where isWritten(index) {
            let place = folder.held(path(index))
            if Placing.place(hiddenPath(index), at: place, overwrite: overwrite) == 0 { continue }
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
        for index in (0..<count).reversed() where isWritten(index) {
            Placing.takeBack(folder.held(path(index)), to: hiddenPath(index))
        }
    }

    package func settle() { hidden.remove() }

    package func discard() {
        hidden.remove()
        folder.removeCreated()
    }
}
