import ArgumentParser
import TestSupport

/// A page to measure.
enum BenchmarkPage: String, CaseIterable, Codable, ExpressibleByArgument {
    /// Slides of an annual report: large movements, then rest.
    case report
    /// A bar code and a small box: little to paint in each frame.
    case clock
    /// A bar code, and 100 ms of arithmetic in each frame.
    case heavy

    /// The page's file, with a query that makes it run until it is stopped.
    var address: String {
        switch self {
        case .report: Fixture.page("benchmark/report.html")
        case .clock: Fixture.page("bar-code.html") + "?seconds=3600"
        case .heavy: Fixture.page("clock/heavy.html")
        }
    }

    /// Whether each picture shows its time.
    var hasBarCode: Bool { self != .report }
}
