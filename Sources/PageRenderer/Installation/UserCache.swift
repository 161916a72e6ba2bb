private import FoundationEssentials

/// The folder in which results are kept from one process to the next.
///
/// The cache is optional: without a writable folder, each process finds its results anew.
package struct UserCache: Sendable {
    /// `$XDG_CACHE_HOME/pagereel` or `~/.cache/pagereel`; `nil` if neither is known.
    private let folder: String?

    /// Locates the folder.
    ///
    /// Call this before a page is shown, because the environment changes then.
    package init() {
        let environment = ProcessInfo.processInfo.environment
        // Relative paths must be ignored (XDG Base Directory Specification).
        if let named = environment["XDG_CACHE_HOME"], named.hasPrefix("/") {
            folder = "\(named)/pagereel"
        } else {
            let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
            folder = home.hasPrefix("/") ? "\(home)/.cache/pagereel" : nil
        }
    }

    /// The path of a file, which need not exist; `nil` if there is no folder.
    package func file(named name: String) -> String? { folder.map { "\($0)/\(name)" } }

    /// Creates the folder and the one that contains it, but nothing above: a home folder that does not exist, as that
    /// of a system user, must not come into being.
    ///
    /// - Returns: Whether files can be written to it.
    package func begin() -> Bool {
        guard let folder else { return false }
        for path in [URL(filePath: folder).deletingLastPathComponent().path, folder] {
            // A folder that exists is not an error; whether it can be written to is asked below.
            try? FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        return FileManager.default.isWritableFile(atPath: folder)
    }

    /// Removes old files, which otherwise would accumulate with each update of the system.
    ///
    /// - Parameters:
    ///   - prefix: How the names of the files begin.
    ///   - count: How many of them stay.
    package func removeOldest(named prefix: String, keeping count: Int) {
        guard let folder else { return }
        // Another process may be removing the same files; what stays is tried again next time.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let own = names.filter { $0.hasPrefix(prefix) }.map { "\(folder)/\($0)" }
        guard own.count > count else { return }
        func date(_ file: String) -> Date {
            // A file that has gone counts as the oldest.
            let attributes = try? FileManager.default.attributesOfItem(atPath: file)
            return attributes?[.modificationDate] as? Date ?? .distantPast
        }
        for file in own.sorted(by: { date($0) < date($1) }).dropLast(count) {
            // As above.
            try? FileManager.default.removeItem(atPath: file)
        }
    }

    /// A hash for the name of a file, the same in each process (FNV-1a).
    package static func hash(_ texts: [String]) -> String {
        let text = texts.joined(separator: "\n")
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
