import ArgumentParser

/// The format of a report.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    /// Text for people.
    case text
    /// A JSON array with an object for each page and case.
    case json
    /// JUnit's XML, which continuous integration reads.
    case junit
    /// The Test Anything Protocol, version 14.
    case tap

    /// Formats a report.
    func text(of results: [CheckResult]) -> String {
        switch self {
        case .text: results.map { CheckText(result: $0).text }.joined(separator: "\n\n")
        case .json: jsonLine(results)
        case .junit: JUnitReport(results: results).text
        case .tap: TAPReport(results: results).text
        }
    }
}
