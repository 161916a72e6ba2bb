/// The name pattern of an image sequence: `frames/%05d.png`.
struct SequenceName: Sendable, Equatable {
    private let before: String
    private let digits: Int
    private let after: String

    /// Reads a path whose last component contains one `%d` or `%05d`; `nil` otherwise.
    init?(_ path: String) {
        guard let percent = path.firstIndex(of: "%") else { return nil }
        let rest = path[path.index(after: percent)...]
        guard let letter = rest.firstIndex(of: "d") else { return nil }
        let width = rest[..<letter]
        let tail = rest[rest.index(after: letter)...]
        guard width.count <= 2, width.allSatisfy({ $0.isASCII && $0.isNumber }), !tail.contains("%"),
            !tail.contains("/")
        else { return nil }
        before = String(path[..<percent])
        digits = Int(width) ?? 1
        after = String(tail)
    }

    /// The path of a frame's file.
    func path(ofFrame frame: Int) -> String {
        let number = String(frame)
        return before + String(repeating: "0", count: max(0, digits - number.count)) + number + after
    }
}
