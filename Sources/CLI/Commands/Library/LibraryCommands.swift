import Files
import Library

/// Functions shared by the library's commands.
enum LibraryCommands {
    /// Reads the library, and warns of unreadable videos.
    static func catalogue(of folder: LibraryFolder) throws -> Catalogue {
        let catalogue = try Catalogue(of: folder)
        for (_, reason) in catalogue.unreadable {
            Message.warning("\(reason.message) It is left out.")
        }
        return catalogue
    }

    /// Reports that there is nothing to show.
    static func tellEmpty(_ catalogue: Catalogue) {
        let folder = catalogue.folder.path
        Message.note(
            catalogue.entries.isEmpty
                ? "there are no recordings in \(folder) yet; pagereel record without --output saves them there."
                : "no recording matches, of \(catalogue.entries.count) in \(folder).")
    }
}
