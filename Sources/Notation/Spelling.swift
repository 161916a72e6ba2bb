extension String {
    /// Returns the word that this string was probably meant to be.
    ///
    /// - Parameter words: The valid words.
    /// - Returns: The nearest word by optimal string alignment distance; `nil` if more than two
    ///   or more than half of its letters are wrong.
    package func nearest(in words: [String]) -> String? {
        let distances = words.map { (word: $0, distance: Self.distance(from: self, to: $0)) }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= Swift.min(2, best.word.count / 2) ? best.word : nil
    }

    /// Counts the letters to insert, delete, replace or swap with the next.
    private static func distance(from first: String, to second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
        var before: [Int] = []
        var above: [Int] = []
        var row = Array(0...second.count)
        for (line, letter) in first.enumerated() {
            (before, above) = (above, row)
            row[0] = line + 1
            for (column, other) in second.enumerated() {
                let changed = above[column] + (letter == other ? 0 : 1)
                row[column + 1] = Swift.min(changed, row[column] + 1, above[column + 1] + 1)
                if line > 0, column > 0, letter == second[column - 1], first[line - 1] == other {
                    row[column + 1] = Swift.min(row[column + 1], before[column - 1] + 1)
                }
            }
        }
        return row[second.count]
    }
}

extension Collection where Element == String {
    /// Returns a sentence that suggests the nearest of these words, or lists up to 20 of them.
    package func suggestion(for word: String) -> String {
        if let nearest = word.nearest(in: Array(self)) { return " Did you mean \(nearest)?" }
        return count <= 20 && !isEmpty ? " There are \(joined(separator: ", "))." : ""
    }
}
