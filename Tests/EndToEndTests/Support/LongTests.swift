import Foundation
import Testing

/// Whether tests that take minutes run too: `make clock-check`.
enum LongTests {
    static let areOn = ProcessInfo.processInfo.environment["PAGEREEL_LONG_TESTS"] == "1"

    /// Whether all tests run: `make test-full`, and whatever runs them without make.
    static let areAll = areOn || ProcessInfo.processInfo.environment["PAGEREEL_TESTS"] != "usual"

    /// How often a test repeats a recording that must be the same each time.
    static let repetitions = areOn ? 10 : 3
}

extension Trait where Self == ConditionTrait {
    /// The test is one of `make test-full`, not of `make test`.
    ///
    /// `make test` has of each part of the program what fails first; the other tests run before each release, and before
    /// a change of what they are about.
    static var full: Self {
        .enabled(if: LongTests.areAll, "make test-full runs it")
    }
}
