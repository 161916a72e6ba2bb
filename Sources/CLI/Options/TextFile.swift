import Files
import Foundation

/// Reads and writes text files.
enum TextFile {
    /// Writes a file atomically, replacing an existing one; creates missing
    /// folders.
    ///
    /// - Throws: ``FileError`` with `cannotCreateOutput`.
    static func write(_ text: String, to path: String) throws {
        let file = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            let reason = SystemError(foundation: error)?.text ?? "\(error)"
            throw FileError(.cannotCreateOutput, "\(path) cannot be written: \(reason).")
        }
    }

    /// Reads a file of UTF-8 text.
    ///
    /// - Parameter role: What the file is, for the message.
    /// - Throws: ``FileError`` with `unreadableInput`.
    static func read(_ path: String, as role: String) throws -> String {
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw FileError(.unreadableInput, "The \(role) \(path) cannot be read: \(reason(error, path)).")
        }
    }

    private static func reason(_ error: any Error, _ path: String) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile: "there is no such file"
        case .fileReadCorruptFile, .fileReadInapplicableStringEncoding: "it is not UTF-8 text"
        default: path.isFolder ? "it is a folder" : SystemError(foundation: error)?.text ?? "\(error)"
        }
    }
}
