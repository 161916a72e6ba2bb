internal import EngineLink
internal import Frames

/// The errors of a page: their number, and the first.
struct PageErrors {
    /// An error and its time since the page began to arrive.
    struct Entry {
        let line: ConsoleLine
        let pageTime: Duration

        /// The error and its time, for a sentence.
        var text: String {
            let words = line.description
            return "at \(pageTime.preciseText) of its time: \(words.prefix(300))\(words.count > 300 ? "…" : "")"
        }
    }

    /// The number of errors that no other warning names.
    private(set) var count = 0
    /// The first of them.
    private(set) var first: Entry?
    /// The first error of a script.
    private(set) var firstOfScript: Entry?

    /// Counts an error.
    mutating func add(_ line: ConsoleLine, at pageTime: Duration) {
        guard !line.isOtherwiseReported else { return }
        count += 1
        let entry = Entry(line: line, pageTime: pageTime)
        first = first ?? entry
        if line.isScriptError { firstOfScript = firstOfScript ?? entry }
    }
}
