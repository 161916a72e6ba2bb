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
            let reason = SystemError(foundation: error)?.explanation(at: path) ?? "\(error)."
            throw FileError(.cannotCreateOutput, "\(path) cannot be written: \(reason)")
        }
    }

    /// The longest text, in bytes; a device may have no end.
    private static let mostBytes = 64 << 20

    /// Reads a file of UTF-8 text, which may be a pipe such as `/dev/stdin`.
    ///
    /// - Parameter role: What the file is, for the message.
    /// - Throws: ``FileError`` with `unreadableInput`.
    static func read(_ path: String, as role: String) throws -> String {
        guard let text = String(bytes: try bytes(of: path, as: role), encoding: .utf8) else {
            throw unreadable(path, as: role, because: "it is not UTF-8 text")
        }
        return text
    }

    /// Reads a file of text in any encoding, which may be a pipe such as `/dev/stdin`.
    ///
    /// - Parameter role: What the file is, for the message.
    /// - Throws: ``FileError`` with `unreadableInput`.
    static func bytes(of path: String, as role: String) throws -> Data {
        let reason: String
        do {
            // Foundation's own opening reports most errors of the system as an error of input or output.
            // What follows a zero would be ignored.
            guard !path.utf8.contains(0) else { throw SystemError(number: ENOENT) }
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError.last }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            var data = Data()
            while data.count <= mostBytes, let part = try file.read(upToCount: 1 << 20), !part.isEmpty { data += part }
            if data.count <= mostBytes { return data }
            reason = "it is larger than \(mostBytes >> 20) MiB"
        } catch {
            reason = Self.reason(error, path)
        }
        throw unreadable(path, as: role, because: reason)
    }

    private static func unreadable(_ path: String, as role: String, because reason: String) -> FileError {
        FileError(.unreadableInput, "The \(role) \(path) cannot be read: \(reason).")
    }

    private static func reason(_ error: any Error, _ path: String) -> String {
        let error = error as? SystemError ?? SystemError(foundation: error)
        if error?.number == ENOENT { return "there is no such file" }
        return path.isFolder ? "it is a folder" : error?.text ?? "it cannot be opened"
    }
}
