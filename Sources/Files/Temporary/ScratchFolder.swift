import Foundation

/// Temporary folders for timelines.
package enum ScratchFolder {
    /// Creates an empty folder in TMPDIR that only this user can access.
    ///
    /// It is removed when the returned object is released, and when the process
    /// exits.
    ///
    /// - Parameter contents: What the folder is for, for the message.
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package static func make(for contents: String) throws(FileError) -> LockedFolder {
        let parent = FileManager.default.temporaryDirectory.path
        do throws(SystemError) {
            return try LockedFolder(in: parent, prefix: ".pagereel-compose-")
        } catch {
            throw FileError(
                .cannotCreateOutput,
                "A folder for \(contents) cannot be made in '\(parent)': \(error.text). Set TMPDIR to another folder.")
        }
    }
}
