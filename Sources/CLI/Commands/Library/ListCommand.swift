import ArgumentParser
import Decoder
import Foundation
import Frames
import Glibc
import Notation
import RecordingLibrary

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the library's recordings, newest first.",
        discussion: """
            The library is the folder of recordings made without --output. Each file carries its own metadata; there is \
            no database. You can rename, move, add and remove files by hand.
            """)

    @OptionGroup @Options var library: LibraryArguments
    @OptionGroup(title: "Which recordings") @Options var filter: FilterArguments
    @OptionGroup @Options var output: ListArguments

    func run() throws {
        try CommandEnvironment.run {
            let catalog = try LibraryCommands.catalog(of: library.folder)
            let numbered = filter.filter.numbered(catalog.entries)
            if numbered.isEmpty { LibraryCommands.tellEmpty(catalog) }
            if output.json {
                Message.result(jsonLine(numbered.map { $0.entry.json() }))
            } else if !numbered.isEmpty {
                let table = TextTable(Self.columns, rows: numbered.map { Self.row($0.number, $0.entry) })
                table.lines(width: Terminal.width(of: STDOUT_FILENO)).forEach(Message.result)
            }
            return .success
        }
    }

    private static let columns: [TextTable.Column] = [
        .number("#"), "time", .number("length"), .number("size"), .flexible("page", narrowest: 8), "name",
    ]

    private static func row(_ number: Int, _ entry: CatalogEntry) -> [String] {
        [
            "\(number)", LocalTime(milliseconds: entry.recorded).text, entry.contents.duration.clockText,
            entry.contents.bytes.byteText, entry.page, entry.name,
        ]
    }
}

/// The option for how recordings are listed.
struct ListArguments: OptionTable {
    @Setting("json", "Print a JSON array to standard output, with an object for each recording.", .onOnly)
    var json = false
}

/// Options for which recordings to select.
struct FilterArguments: OptionTable {
    @Setting("page", "Only recordings whose page has this text in its title or address.", .text, as: "text")
    var page: String?

    @Setting(
        "since", "Only recordings since this date: 2026-01-31, 2026-01-31T08:00, or with a UTC offset.", .calendarSpan,
        as: "date")
    var since: CalendarSpan?

    @Setting(
        "until", "Only recordings until this date; the day or minute is included.", .calendarSpan, as: "date")
    var until: CalendarSpan?

    @Setting(
        "limit", "At most this many, the newest.",
        Form("a whole number from 1") { Int($0).flatMap { $0 < 1 ? nil : $0 } }, as: "number")
    var limit: Int?

    func validate() throws {
        if let since, let until, since.start >= until.end {
            throw ValidationError("--since is after --until, which leaves no time between.")
        }
    }

    var filter: RecordingFilter {
        var filter = RecordingFilter()
        filter.page = page
        filter.since = since?.start
        filter.until = until?.end
        filter.limit = limit
        return filter
    }
}

/// A typed day, minute or second, in milliseconds since 1970.
struct CalendarSpan {
    /// As typed.
    let text: String
    let start: Int64
    /// The end, exclusive.
    let end: Int64

    /// Parses an ISO 8601 date, in local time unless it has a UTC offset.
    init(_ text: String) throws(ValidationError) {
        self.text = text
        for (format, unit) in [
            ("yyyy-MM-dd", Calendar.Component.day), ("yyyy-MM-dd'T'HH:mm", .minute), ("yyyy-MM-dd'T'HH:mm:ss", .second),
        ] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.dateFormat = format
            // The formatter accepts other forms, too; only its own is allowed.
            guard let date = formatter.date(from: text), formatter.string(from: date) == text,
                let next = Calendar(identifier: .gregorian).date(byAdding: unit, value: 1, to: date)
            else { continue }
            start = Int64(date.timeIntervalSince1970 * 1000)
            end = Int64(next.timeIntervalSince1970 * 1000)
            return
        }
        // This option takes more forms than its error would name.
        guard let moment = wallTime(text) else {
            throw ValidationError(
                "a date is written like 2026-01-31, 2026-01-31T08:00 or 2026-01-31T08:00:00+08:00.")
        }
        (start, end) = (moment, moment + 1)
    }
}

extension Form where Value == CalendarSpan {
    fileprivate static var calendarSpan: Form {
        Form("a date", write: \.text) { text throws(ValidationError) in try CalendarSpan(text) }
    }
}
