import ArgumentParser

/// How a report is written.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// An object for each page and case, in an array.
    case json
    /// JUnit's XML, which continuous integration reads.
    case junit
    /// The Test Anything Protocol, version 14.
    case tap

    /// The whole report.
    func text(of results: [CheckResult]) -> String {
        switch self {
        case .text: results.map { CheckText($0).text }.joined(separator: "\n\n")
        case .json: jsonLine(results)
        case .junit: JUnitReport(results).text
        case .tap: TAPReport(results).text
        }
    }
}
