/// One case of a file of cases: a page, how it is shown, what is done to it and
/// what is expected.
struct CheckCase {
    /// What the report calls it.
    let name: String
    /// The page, as `pagereel check` takes it.
    let page: String
    /// The options, as they would be typed.
    let arguments: [String]
    /// What is done to the page, in YAML, if it stands in the case itself.
    let steps: String?
    /// Where the expectations are in the file.
    let place: ExpectationPlace
}

/// Where a case's expectations stand, or would stand, in its file.
struct ExpectationPlace: Hashable {
    /// The line of `expect:`, counted from 1; nothing if the case has none.
    let line: Int?
    /// The column of the case's keys, counted from 1.
    let column: Int
    /// The line of the case's first key.
    let firstLine: Int
    /// Whether the case is written in lines of its own, and not in braces.
    let isBlock: Bool
}
