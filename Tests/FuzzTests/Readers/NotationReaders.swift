import Decoder
import Frames
import Notation

extension FuzzReader {
    /// YAML, and the forms of values.
    static let notations = [
        FuzzReader.text(
            "yaml", WordMutator(dictionary: ["\n- ", "\n  ", ": ", "&a ", "*a", "!!str ", "|\n", "<<: *a"])
        ) {
            text in
            let file = YAMLFile(path: "file.yaml", text: text)
            let root = try accepted { try file.root() }
            let count = try accepted {
                let documents = try YAMLDocuments(file)
                var count = 0
                while try documents.next() != nil {
                    count += 1
                    try require(count <= text.utf8.count + 1, "the documents never end")
                }
                return count
            }
            try require((root?.map { _ in count == 1 } ?? true) == true, "a single document is \(count ?? 0)")
            return count != nil
        },
        FuzzReader.text("values") { text in
            let time = Duration(text: text)
            if let time {
                try require(Duration(text: time.exactText) == time, "\(text) is \(time.exactText) when written")
                _ = (time.text, time.preciseText, time.clockText)
            }
            let size = PixelSize(text)
            if let size { try require(PixelSize("\(size)") == size, "\(text) is \(size) when written") }
            let rate = FrameRate(text)
            if let rate { try require(FrameRate("\(rate)") == rate, "\(text) is \(rate) when written") }
            let rates = [FrameRate("25"), FrameRate("30000/1001"), FrameRate("1")].compactMap(\.self)
            let codes = rates.compactMap { Timecode(text, rate: $0) }
            try require(codes.allSatisfy { $0.frames >= 0 }, "\(text) is \(codes)")
            let numbers = [
                Form.bitRate(in: 1...1_000_000_000).read(text), Form.memory(atLeast: 1).read(text),
                Form.wholeNumber(in: 1...64).read(text),
            ].compactMap(\.self)
            try require(numbers.allSatisfy { $0 > 0 }, "\(text) is \(numbers)")
            let words = ShellWords.split(text)
            if let words { try require(ShellWords.split(ShellWords.join(words)) == words, "\(text) has \(words)") }
            return time != nil || size != nil || rate != nil || !codes.isEmpty || !numbers.isEmpty
                || (words?.count ?? 0) > 1
        },
    ]
}
