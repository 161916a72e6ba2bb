import Dispatch
import Encoder
package import Files
import Glibc

/// Watches a folder for recordings that any process finishes.
@MainActor
package final class LibraryWatch {
    /// An event in the folder.
    package enum Event {
        /// A recording has been finished, or a video has been copied into the folder.
        case finished(CatalogueEntry)
        /// A file with a video's extension cannot be read as a video.
        case unreadable(FileError)
        /// The folder has been removed or replaced.
        case gone
    }

    private let folder: LibraryFolder
    private let onEvent: (Event) -> Void
    private let source: any DispatchSourceRead
    /// The names that existed at the start or were reported.
    private var known: Set<String>

    /// The inotify events to watch.
    ///
    /// Recordings are renamed to their final names; other programs write under the final name.
    /// Unfinished recordings have hidden names.
    private static let changes = UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    /// Starts to watch a folder; creates it if it does not exist.
    ///
    /// - Parameter onEvent: Called with each event, on the main actor.
    /// - Throws: ``LibraryError`` for a folder that cannot be watched.
    package init(_ folder: LibraryFolder, onEvent: @escaping (Event) -> Void) throws(LibraryError) {
        try folder.make()
        let descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard descriptor >= 0, inotify_add_watch(descriptor, folder.path, Self.changes) >= 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw LibraryError(.notFound, "The folder \(folder.path) cannot be watched: \(reason).")
        }
        self.folder = folder
        self.onEvent = onEvent
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setCancelHandler { close(descriptor) }
        known = []
        // List the folder after the watch has begun, so that no recording is missed in between.
        known = Set((try? folder.videos()) ?? [])
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readChanges(from: descriptor) } }
        source.activate()
    }

    isolated deinit { source.cancel() }

    private func readChanges(from descriptor: CInt) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            for change in FolderChange.changes(in: buffer[..<count]) { handle(change) }
        }
    }

    private func handle(_ change: FolderChange) {
        if change.has(IN_DELETE_SELF) || change.has(IN_MOVE_SELF) || change.has(IN_UNMOUNT) { return onEvent(.gone) }
        if change.has(IN_Q_OVERFLOW) {
            // The kernel's queue overflowed; find the new files in the folder itself.
            for name in ((try? folder.videos()) ?? []).sorted() where !known.contains(name) { tell(name) }
        } else if LibraryFolder.isVideo(change.name) {
            tell(change.name)
        }
    }

    private func tell(_ name: String) {
        known.insert(name)
        let path = folder.path(of: name)
        do throws(FileError) {
            onEvent(.finished(try CatalogueEntry(path: path)))
        } catch {
            // The file may have been removed in the meantime.
            if access(path, F_OK) == 0 { onEvent(.unreadable(error)) }
        }
    }
}
