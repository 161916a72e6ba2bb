import Encoder
import Files
import Glibc

/// The files of an image sequence, which appear together with others.
///
/// They wait in a hidden folder beside their final names. Which have been
/// placed is known by their number, so that memory does not grow with it.
struct StagedSequence: StagedOutput {
    /// The hidden folder's path.
    var folder: String { hidden.path }
    private let hidden: LockedFolder
    private let name: SequenceName
    private let selection: FrameSelection
    private let overwrite: Bool
    /// Knows the folder that is made for the files, if it is.
    private let first: OutputFile
    private var placed = 0
    private var cannotTakeBack = false

    /// Looks whether all names can be used, and makes the hidden folder.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    init(_ name: SequenceName, _ selection: FrameSelection, overwrite: Bool) throws(FileError) {
        self.name = name
        self.selection = selection
        self.overwrite = overwrite
        first = try OutputFile(
            path: name.path(ofFrame: selection.frame(at: 0)), overwrite: overwrite, content: .picture)
        do throws(FileError) {
            for index in 1..<max(1, selection.count) {
                let path = name.path(ofFrame: selection.frame(at: index))
                guard access(path, F_OK) == 0 else { continue }
                // Says what is wrong with it.
                _ = try OutputFile(path: path, overwrite: overwrite, content: .picture)
            }
            hidden = try first.makeHiddenFolder()
        } catch {
            first.discard()
            throw error
        }
    }

    /// Where a picture waits.
    static func temporaryPath(in folder: String, at index: Int) -> String { "\(folder)/\(index)" }

    mutating func place() throws {
        while placed < selection.count {
            let placement = try OutputFile.place(
                Self.temporaryPath(in: folder, at: placed), at: name.path(ofFrame: selection.frame(at: placed)),
                overwrite: overwrite)
            if case .replaced = placement { cannotTakeBack = true }
            placed += 1
        }
    }

    mutating func takeBack() {
        guard !cannotTakeBack else { return }
        while placed > 0 {
            placed -= 1
            OutputFile.takeBack(
                name.path(ofFrame: selection.frame(at: placed)), to: Self.temporaryPath(in: folder, at: placed))
        }
    }

    mutating func settle() { hidden.remove() }

    func discard() {
        hidden.remove()
        first.discard()
    }
}
