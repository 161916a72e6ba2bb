import Decoder
import Encoder
import LibAV

/// A filter for the library's recordings.
package struct RecordingFilter: Sendable {
    /// A substring of the page's title or address; case-insensitive.
    package var page: String?
    /// The earliest start, inclusive, in milliseconds since 1970.
    package var since: Int64?
    /// The latest start, exclusive, in milliseconds since 1970.
    package var until: Int64?
    /// The highest number of recordings; the newest are kept.
    package var limit: Int?

    /// Creates a filter that accepts all recordings.
    package init() {}

    /// The accepted recordings, each with its number in the unfiltered list, counted from 1.
    package func numbered(_ entries: [CatalogueEntry]) -> [(number: Int, entry: CatalogueEntry)] {
        let meant = entries.enumerated().filter { accepts($0.element) }.map {
            (number: $0.offset + 1, entry: $0.element)
        }
        return Array(meant.prefix(limit ?? meant.count))
    }

    /// Whether the filter accepts a recording.
    package func accepts(_ entry: CatalogueEntry) -> Bool {
        if let since, entry.recorded < since { return false }
        if let until, entry.recorded >= until { return false }
        guard let page = page?.lowercased() else { return true }
        let metadata = entry.contents.metadata
        return metadata.title.lowercased().contains(page) || metadata.pageAddress.lowercased().contains(page)
    }
}
