import Encoder
import Files
import Glibc

/// The files of an image sequence, which are placed together with other outputs.
///
/// They wait in a hidden folder beside their final names. Only the number of placed files is kept,
/// so that memory use does not grow with the sequence.
struct StagedSequence: StagedOutput {
    /// The hidden folder's path.
    var folder: String { hidden.path }
    private let hidden: LockedFolder
    private let name: SequenceName
    private let selection: FrameSelection
    private let overwrite: Bool
    /// Represents the first file; it knows whether the destination folder had to be created.
    private let first: OutputFile
    private var placed = 0
    private var cannotTakeBack = false

    /// Checks that all names can be used, and creates the hidden folder.
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
                // Throws the specific error for this path.
                _ = try OutputFile(path: path, overwrite: overwrite, content: .picture)
            }
            hidden = try first.makeHiddenFolder()
        } catch {
            first.discard()
            throw error
        }
    }

    /// The temporary path of a picture.
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
