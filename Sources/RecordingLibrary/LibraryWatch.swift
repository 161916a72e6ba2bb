import Encoder
package import Files
import Glibc

/// Watches a folder for recordings that any process finishes.
@MainActor
package final class LibraryWatch {
    /// An event in the folder.
    package enum Event {
        /// A recording has been finished, or a video has been copied into the folder.
        case finished(CatalogEntry)
        /// A file with a video's extension cannot be read as a video.
        case unreadable(FileError)
        /// The folder has been removed or replaced.
        case gone
    }

    private let folder: LibraryFolder
    private let onEvent: (Event) -> Void
    private var watch: FolderWatch?
    /// The names that existed at the start or were reported.
    private var known: Set<String> = []

    /// Starts to watch a folder; creates it if it does not exist.
    ///
    /// - Parameter onEvent: Called with each event, on the main actor.
    /// - Throws: ``LibraryError`` for a folder that cannot be watched.
    package init(_ folder: LibraryFolder, onEvent: @escaping (Event) -> Void) throws(LibraryError) {
        try folder.make()
        self.folder = folder
        self.onEvent = onEvent
        do throws(FileError) {
            watch = try FolderWatch([folder.path]) { [weak self] in $0.forEach { self?.handle($0) } }
        } catch {
            throw LibraryError(.notFound, error.message)
        }
        // List the folder after the watch has begun, so that no recording is missed in between.
        known = Set((try? folder.videos()) ?? [])
    }

    private func handle(_ change: FolderChange) {
        if change.isGone { return onEvent(.gone) }
        if change.isOverflow {
            // Find the new files in the folder itself.
            for name in ((try? folder.videos()) ?? []).sorted() where !known.contains(name) { tell(name) }
        } else if change.isFinished, LibraryFolder.isVideo(change.name) {
            tell(change.name)
        }
    }

    private func tell(_ name: String) {
        known.insert(name)
        let path = folder.path(of: name)
        do throws(FileError) {
            onEvent(.finished(try CatalogEntry(path: path)))
        } catch {
            // The file may have been removed in the meantime.
            if unsafe access(path, F_OK) == 0 { onEvent(.unreadable(error)) }
        }
    }
}
