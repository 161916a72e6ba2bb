import Dispatch
import EngineLink
import Foundation
import Glibc
import Library
import Recorder

/// Watches folders and their subfolders for changed files.
@MainActor
final class FileWatch {
    private let descriptor: CInt
    private let source: any DispatchSourceRead
    private let ignored: String
    private var folders: [CInt: String] = [:]
    private let onChange: @MainActor () -> Void

    /// The watched events: a file is written, created, moved or removed.
    private static let changes = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)
    /// The maximum number of folders: enough for pages, not for a whole disk.
    private static let most = 2000

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - folders: The folders, watched with their subfolders but hidden ones.
    ///   - name: The name of folders to ignore.
    ///   - onChange: Called after each change, on the main actor.
    /// - Throws: `missingComponent` if the user's limit of watches is reached.
    init(
        _ folders: Set<String>, ignoring name: String, onChange: @escaping @MainActor () -> Void
    ) throws(PageError) {
        let descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard descriptor >= 0 else {
            throw PageError(
                .missingComponent,
                "Files cannot be watched: \(String(cString: strerror(errno))). The limits are "
                    + "fs.inotify.max_user_instances (sysctl) and ulimit -n.")
        }
        ignored = name
        self.onChange = onChange
        self.descriptor = descriptor
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setCancelHandler { close(descriptor) }
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readChanges() } }
        source.activate()
        for folder in folders { add(folder) }
    }

    isolated deinit { source.cancel() }

    private func add(_ folder: String) {
        guard folders.count < Self.most, (folder as NSString).lastPathComponent != ignored else { return }
        let number = inotify_add_watch(descriptor, folder, Self.changes)
        guard number >= 0, folders.updateValue(folder, forKey: number) == nil else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            var status = stat()
            // Do not follow symbolic links, which may lead anywhere.
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { add(path) }
        }
    }

    private func readChanges() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var isChanged = false
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            for change in FolderChange.changes(in: buffer[..<count]) {
                guard change.name != ignored, !change.name.hasPrefix(".") else { continue }
                isChanged = true
                // Watch new folders, too.
                if change.has(IN_ISDIR), let folder = folders[change.watch] { add("\(folder)/\(change.name)") }
            }
        }
        if isChanged { onChange() }
    }
}
