import HTMLPages
import Notation

/// The essentials of runs without a script: endings, expectations, commands, facts, and the first moments.
struct PlainReport {
    let runs: [RunReport]
    let title: String

    /// The most moments that are listed of a run.
    private static let mostMoments = 300
    /// The most runs that are shown with more than their endings.
    private static let mostRuns = 100
    /// The most characters of a text.
    private static let mostCharacters = 2000

    /// The markup; the script removes it once it shows the runs itself.
    var html: HTML {
        """
        <div id="plain" class="plain">
        <noscript><p>This page shows frames, a time line and requests where scripts are allowed.</p></noscript>
        \(runs.count == 1 ? nil : "<h1>\(title)</h1>\n" as HTML)\
        \(runs.prefix(Self.mostRuns).map(section))\
        \(runs.dropFirst(Self.mostRuns).map { "<p>\(Self.heading(of: $0)): \(Self.cut($0.ending))</p>\n" as HTML })</div>

        """
    }

    private func section(_ run: RunReport) -> HTML {
        let heading: HTML =
            runs.count == 1
            ? "<h1>\(Self.heading(of: run))</h1>" : "<h2>\(Self.heading(of: run))</h2>"
        return """
            <section>
            \(heading)
            <p>\(Self.cut(run.ending))</p>
            <p>\(HTML(linkTo: run.page)) · \(run.date)</p>
            \(media(run))\(expectations(run))\(moments(run))\(run.facts.map(facts))\
            <h3>Command</h3>
            <pre>\(run.command)</pre>
            \(run.omissions.map { "<p>\($0)</p>\n" as HTML })</section>

            """
    }

    private static func heading(of run: RunReport) -> HTML {
        let sign = run.isSuccess ? "✓" : "✕ Failed:"
        return "\(sign) \(cut(run.title.isEmpty ? run.page : run.title))"
    }

    private func media(_ run: RunReport) -> HTML? {
        guard let media = run.media else { return nil }
        return "<p><a href=\"\(media.file.percentEncoded)\">\(media.file)</a>, \(Self.text(of: media.duration))</p>\n"
    }

    private func expectations(_ run: RunReport) -> HTML? {
        guard !run.expectations.isEmpty else { return nil }
        let items = run.expectations.map { expected -> HTML in
            "<li>\(expected.isMet ? "✓ met" : "✕ not met"): \(Self.cut(expected.text)): \(Self.cut(expected.result))</li>\n"
        }
        return "<h3>Expectations</h3>\n<ul>\n\(items)</ul>\n"
    }

    private func moments(_ run: RunReport) -> HTML? {
        guard !run.moments.isEmpty else { return nil }
        let rows = run.moments.prefix(Self.mostMoments).map { moment -> HTML in
            let detail = moment.detail.map { "\n" + $0 } ?? ""
            return """
                <tr><td>\(moment.pageTime.map(Self.text) ?? "–")</td><td>\(moment.isProblem ? "✕ " : "")\
                \(moment.kind.rawValue)</td><td>\(HTML(lines: Self.cut(moment.text + detail)))</td></tr>

                """
        }
        let rest = run.moments.count - rows.count
        return """
            <h3>Moments</h3>
            <table>
            <thead><tr><th>Page time</th><th>Kind</th><th>What happened</th></tr></thead>
            <tbody>
            \(Array(rows))</tbody>
            </table>
            \(rest > 0 ? "<p>And \(quantity(rest, "more moment")).</p>\n" : nil)
            """
    }

    private func facts(_ group: RunReport.Facts) -> HTML {
        let rows = group.rows.map { row -> HTML in
            "<tr><th scope=\"row\">\(row.first ?? "")</th><td>\(row.dropFirst().joined(separator: " "))</td></tr>\n"
        }
        return "<h3>\(group.title)</h3>\n<table><tbody>\n\(rows)</tbody></table>\n"
    }

    private static func text(of seconds: Double) -> String { "\(seconds.text(decimals: 3)) s" }

    private static func cut(_ text: String) -> String {
        // Counting all characters of a long text would be slow.
        text.utf8.count <= mostCharacters ? text : text.prefix(mostCharacters) + "…"
    }
}
