import Files
import Foundation
import Glibc
import RecordingLibrary

/// A configuration file.
struct ConfigurationFile {
    /// The path, absolute.
    let path: String
    /// The file's text.
    let text: String

    /// In bytes; more than anybody writes by hand.
    private static let largest = 1 << 20

    /// Finds the file and reads it.
    ///
    /// A file named on the command line or in the environment must exist; one
    /// at the default place need not. It may belong to another user, who has kept
    /// HOME or has no home, and then is no configuration.
    ///
    /// - Parameter name: The value of `--config`.
    /// - Returns: `nil` if there is no file.
    /// - Throws: ``CommandError``.
    static func find(named name: String?, environment: [String: String]) throws -> ConfigurationFile? {
        let variable = environment["PAGEREEL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        if let name = name ?? variable { return try read(name, isOptional: false) }
        return try read("\(UserDirectories.settings(environment))/pagereel/config.yaml", isOptional: true)
    }

    private static func read(_ name: String, isOptional: Bool) throws -> ConfigurationFile? {
        let path = URL(fileURLWithPath: name).path
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if isOptional && [ENOENT, ENOTDIR, EACCES, ELOOP].contains(errno) { return nil }
            throw unreadable(path, SystemError.last.text)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= largest {
            let count = unsafe Glibc.read(descriptor, &part, part.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path, SystemError.last.text) }
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        guard bytes.count <= largest else { throw unreadable(path, "it is larger than a megabyte") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw unreadable(path, "it is not UTF-8 text")
        }
        return ConfigurationFile(path: path, text: text)
    }

    private static func unreadable(_ path: String, _ reason: String) -> CommandError {
        CommandError(
            .misconfigured,
            "\(path): Cannot read the configuration (\(reason)). Pass another file to --config, or ignore it with "
                + "--no-config.")
    }
}
