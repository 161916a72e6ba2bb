import FoundationEssentials
import HTMLPages
import Notation

/// The page that shows runs: one file without a network, beside which only a run's media are.
///
/// One run is shown at once; of several, a list with the failed ones first. The address's fragment names a run and a
/// page time: `#run=2&t=1.5`.
package struct ReportPage {
    private let runs: [RunReport]
    private let title: String
    private let software: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - runs: The runs, in the order by which the fragment counts them, from 1.
    ///   - title: What the runs are called together; a single run has its own title.
    ///   - software: The program that made them, with its version.
    package init(of runs: [RunReport], title: String, software: String) {
        self.runs = runs
        self.title = title
        self.software = software
    }

    /// The HTML.
    ///
    /// - Throws: An `EncodingError` if a time is infinite or not a number.
    package var html: String {
        get throws {
            let content: HTML = """
                <main id="report">
                \(PlainReport(runs: runs, title: title).html)</main>
                <footer>\(software)</footer>
                <script type="application/json" id="data">\(try data)</script>

                """
            return HTMLDocument(
                title: runs.count == 1 ? runs[0].title : title, style: PackageResources.report_css,
                scripts: Self.scripts, content: content
            ).markup
        }
    }

    /// What the script reads.
    private struct Contents: Encodable {
        let title: String
        let runs: [RunReport]
    }

    /// The runs as JSON that does not end the element around it, nor begins a comment in it (HTML, section 4.12.1.3).
    private var data: HTML {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let json = String(decoding: try encoder.encode(Contents(title: title, runs: runs)), as: UTF8.self)
            // These are only in strings, where JSON has escapes for every character.
            return HTML(
                markup: json.escaping([
                    "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u{2028}": "\\u2028", "\u{2029}": "\\u2029",
                ]))
        }
    }

    /// The scripts, each after those whose functions it uses when it starts.
    private static var scripts: [[UInt8]] {
        [
            PackageResources.text_js, PackageResources.time_js, PackageResources.model_js, PackageResources.list_js,
            PackageResources.stage_js, PackageResources.lanes_js, PackageResources.strip_js,
            PackageResources.timeline_js, PackageResources.panels_js, PackageResources.details_js,
            PackageResources.print_js, PackageResources.view_js, PackageResources.runs_js, PackageResources.report_js,
        ]
    }
}
