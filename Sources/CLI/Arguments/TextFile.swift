import Foundation
import Recorder

/// A file of text that goes into the page, read when the option is.
enum TextFile {
    /// Reads a script or a style sheet.
    ///
    /// - Throws: ``EncoderError`` with `unreadableInput`, as for every
    ///   other file that a recording needs.
    static func read(_ path: String, as role: String) throws -> String {
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            let reason =
                FileManager.default.fileExists(atPath: path)
                ? "it is not readable as UTF-8 text" : "there is no such file"
            throw EncoderError(.unreadableInput, "The \(role) \(path) cannot be read: \(reason).")
        }
    }
}
