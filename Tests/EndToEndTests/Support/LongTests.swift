import Foundation

/// Whether tests that take minutes run too: `make clock-check`.
enum LongTests {
    static let areOn = ProcessInfo.processInfo.environment["PAGEREEL_LONG_TESTS"] == "1"

    /// How often a test repeats a recording that must be the same each time.
    static let repetitions = areOn ? 10 : 3
}
