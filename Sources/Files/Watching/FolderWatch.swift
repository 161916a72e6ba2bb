import Dispatch
import FoundationEssentials
import Glibc

/// Watches folders for changed files, with inotify(7).
///
/// Hidden files and folders are ignored. Deallocating the object stops watching.
@MainActor
package final class FolderWatch {
    private let descriptor: CInt
    private let source: any DispatchSourceRead
    private let includesSubfolders: Bool
    private let ignored: Set<String>
    private let onChanges: @MainActor ([FolderChange]) -> Void
    /// The path of each watched folder, by its watch descriptor.
    private var folders: [CInt: String] = [:]

    /// The maximum number of folders: enough for a project, not for a whole disk.
    private static let maximumCount = 2000

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - folders: The folders to watch.
    ///   - includesSubfolders: Whether to watch subfolders, too, and new ones as they appear.
    ///     Subfolders that cannot be watched are skipped.
    ///   - ignored: The names of files and folders to ignore.
    ///   - onChanges: Receives the changes, at least one at a time, on the main actor.
    /// - Throws: ``FileError/Code/missingComponent`` if a limit of the system is reached,
    ///   ``FileError/Code/unreadableInput`` for a folder that cannot be watched.
    package init(
        _ folders: some Sequence<String>, includingSubfolders includesSubfolders: Bool = false,
        ignoring ignored: Set<String> = [], onChanges: @escaping @MainActor ([FolderChange]) -> Void
    ) throws(FileError) {
        let descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard descriptor >= 0 else {
            throw FileError(
                .missingComponent,
                "Files cannot be watched: \(SystemError.last.text). Raise the limit fs.inotify.max_user_instances "
                    + "(sysctl), or the one for open files (ulimit -n).")
        }
        self.descriptor = descriptor
        self.includesSubfolders = includesSubfolders
        self.ignored = ignored
        self.onChanges = onChanges
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setCancelHandler { close(descriptor) }
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readChanges() } }
        source.activate()
        for folder in folders where !ignored.contains(String(folder.fileName)) {
            guard add(folder) else { throw Self.failure(folder, .last) }
            if includesSubfolders { addSubfolders(of: folder) }
        }
    }

    isolated deinit { source.cancel() }

    private static func failure(_ folder: String, _ error: SystemError) -> FileError {
        let isLimit = error.number == ENOSPC
        return FileError(
            isLimit ? .missingComponent : .unreadableInput,
            "The folder '\(folder)' cannot be watched: "
                + (isLimit
                    ? "the limit of watched folders is reached. Raise fs.inotify.max_user_watches (sysctl)."
                    : "\(error.text).\(error.advice)"))
    }

    /// Watches a folder without its subfolders.
    ///
    /// - Returns: Whether the folder is watched; if not, `errno` is set.
    private func add(_ folder: String) -> Bool {
        let watch = unsafe inotify_add_watch(descriptor, folder, FolderChange.mask)
        guard watch >= 0 else { return false }
        folders[watch] = folder
        return true
    }

    private func addSubfolders(of folder: String) {
        // A folder may go, or be closed to the user, at any time.
        for name in (try? folder.names()) ?? [] where !isIgnored(name) {
            let path = "\(folder)/\(name)"
            var status = stat()
            // Do not follow symbolic links, which may lead anywhere.
            guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
            guard folders.count < Self.maximumCount else { return }
            if add(path) { addSubfolders(of: path) }
        }
    }

    private func isIgnored(_ name: String) -> Bool { ignored.contains(name) || name.hasPrefix(".") }

    /// Whether a file without a name (open(2), `O_TMPFILE`) has changed in the folder: the kernel calls it `#` and the number
    /// of its inode (`d_mark_tmpfile` in fs/dcache.c).
    private func isUnnamed(_ change: FolderChange) -> Bool {
        guard change.name.wholeMatch(of: /#[0-9]+/) != nil, let folder = folders[change.watch] else { return false }
        return unsafe access("\(folder)/\(change.name)", F_OK) != 0
    }

    private func readChanges() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var changes: [FolderChange] = []
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            changes += FolderChange.changes(in: buffer[..<count]).filter { !isIgnored($0.name) && !isUnnamed($0) }
        }
        for change in changes {
            if change.endsWatch {
                folders[change.watch] = nil
            } else if includesSubfolders, change.isFolder, let folder = folders[change.watch] {
                let path = "\(folder)/\(change.name)"
                if folders.count < Self.maximumCount, add(path) { addSubfolders(of: path) }
            }
        }
        changes.removeAll(where: \.endsWatch)
        if !changes.isEmpty { onChanges(changes) }
    }
}

/// A change in a watched folder, as reported by inotify(7).
package struct FolderChange: Sendable {
    /// The watch descriptor; -1 after a queue overflow.
    let watch: CInt
    /// The name of the file; empty if the change concerns the folder itself.
    package let name: String
    private let mask: UInt32

    /// The events to watch for.
    static let mask = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR)

    /// Whether a file with its whole content has appeared: it was moved in, or its writer closed it.
    package var isFinished: Bool { has(IN_MOVED_TO) || has(IN_CLOSE_WRITE) }

    /// Whether the watched folder itself was removed, moved or unmounted.
    package var isGone: Bool { has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) }

    /// Whether the kernel's queue overflowed, so that changes were lost.
    package var isOverflow: Bool { has(IN_Q_OVERFLOW) }

    /// Whether the change concerns a subfolder.
    var isFolder: Bool { has(IN_ISDIR) }

    /// Whether the kernel no longer watches the folder.
    var endsWatch: Bool { has(IN_IGNORED) }

    private func has(_ kind: CInt) -> Bool { mask & UInt32(bitPattern: kind) != 0 }

    /// Parses consecutive `struct inotify_event` records.
    ///
    /// Each has a watch descriptor, a mask, a cookie, the length of the name, and the zero-padded
    /// name.
    static func changes(in bytes: ArraySlice<UInt8>) -> [FolderChange] {
        unsafe bytes.withUnsafeBytes { bytes in
            var changes: [FolderChange] = []
            var offset = 0
            while offset + headerSize <= bytes.count {
                let watch = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: CInt.self)
                let mask = unsafe bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                let length = unsafe Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                let start = offset + headerSize
                let end = min(start + length, bytes.count)
                let name = unsafe bytes[start..<end].prefix { $0 != 0 }
                unsafe changes.append(
                    FolderChange(watch: watch, name: String(decoding: name, as: UTF8.self), mask: mask))
                offset = end
            }
            return changes
        }
    }

    private static let headerSize = MemoryLayout<inotify_event>.size
}
