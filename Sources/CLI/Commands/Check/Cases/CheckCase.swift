/// A case: a page with its options, steps and expectations.
struct CheckCase {
    /// The name in the report.
    let name: String
    /// The page, as an argument of `pagereel check`.
    let page: String
    /// The options, as typed.
    let arguments: [String]
    /// The steps in YAML, if the case itself contains them.
    let steps: String?
    /// The position of the expectations in the file.
    let place: ExpectationPlace
}

/// The position of a case's expectations in its file.
struct ExpectationPlace: Hashable {
    /// The line of `expect:`, counted from 1; `nil` if the case has no `expect:`.
    let line: Int?
    /// The column of the case's keys, counted from 1.
    let column: Int
    /// The line of the case's first key.
    let firstLine: Int
    /// Whether the case is written as a block, not in braces.
    let isBlock: Bool
}
