import Files
import Foundation
import Recorder

/// Where the temporary files of a timeline are.
enum ScratchFolder {
    /// Makes an empty folder below TMPDIR that only this user can enter; it is
    /// removed with its owner.
    ///
    /// - Parameter contents: What it is for, for the message.
    /// - Throws: ``EncoderError/Code/cannotCreateOutput``.
    static func make(for contents: String) throws(EncoderError) -> LockedFolder {
        let parent = FileManager.default.temporaryDirectory.path
        do throws(LockedFolder.Failure) {
            return try LockedFolder(in: parent, prefix: "pagereel-compose-")
        } catch {
            throw EncoderError(
                .cannotCreateOutput,
                "There is no folder for \(contents): none can be made in “\(parent)” "
                    + "(\(String(cString: strerror(error.number)))). TMPDIR names another place.")
        }
    }
}
