/// The name pattern of an image sequence: `frames/%05d.png`.
struct SequenceName: Sendable, Equatable {
    private let before: String
    private let digits: Int
    private let after: String

    /// Reads a path whose last component contains one `%d` or `%05d`; `nil` otherwise.
    init?(_ path: String) {
        guard let match = path.wholeMatch(of: #/([^%]*)%([0-9]{0,2})d([^%\/]*)/#) else { return nil }
        before = String(match.1)
        digits = Int(match.2) ?? 1
        after = String(match.3)
    }

    /// The path of a frame's file.
    func path(ofFrame frame: Int) -> String {
        let number = String(frame)
        return before + String(repeating: "0", count: max(0, digits - number.count)) + number + after
    }
}
