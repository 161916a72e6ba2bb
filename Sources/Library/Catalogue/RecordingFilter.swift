import Decoder
import Encoder
import LibAV

/// Which of the library's recordings are meant.
package struct RecordingFilter: Sendable {
    /// A part of the page's title or address, in upper or lower case.
    package var page: String?
    /// The earliest start, in milliseconds since 1970.
    package var since: Int64?
    /// The first start that is too late, in milliseconds since 1970.
    package var until: Int64?
    /// The most recordings, the newest.
    package var limit: Int?

    /// Lets all recordings through.
    package init() {}

    /// The recordings that are meant, each with its number in the whole list
    /// from 1 on.
    package func numbered(_ entries: [CatalogueEntry]) -> [(number: Int, entry: CatalogueEntry)] {
        let meant = entries.enumerated().filter { accepts($0.element) }.map {
            (number: $0.offset + 1, entry: $0.element)
        }
        return Array(meant.prefix(limit ?? meant.count))
    }

    /// Whether one is meant.
    package func accepts(_ entry: CatalogueEntry) -> Bool {
        if let since, entry.recorded < since { return false }
        if let until, entry.recorded >= until { return false }
        guard let page = page?.lowercased() else { return true }
        let metadata = entry.contents.metadata
        return metadata.title.lowercased().contains(page) || metadata.pageAddress.lowercased().contains(page)
    }
}
