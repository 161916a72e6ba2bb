package import Decoder
import Frames
import Notation

/// Inspects the source files of a timeline.
package protocol SourceProbe {
    /// The contents of a file.
    ///
    /// - Throws: An error whose description says why the file cannot be used.
    func contents(of path: String) throws -> MediaContents
}

/// Inspects files with libav, each file once.
package final class FileProbe: SourceProbe {
    private var known: [String: MediaContents] = [:]

    /// Creates a probe with an empty cache.
    package init() {}

    /// The contents of a file.
    ///
    /// - Throws: `FileError` with `unreadableInput`.
    package func contents(of path: String) throws -> MediaContents {
        if let contents = known[path] { return contents }
        let contents = try MediaContents(of: path)
        known[path] = contents
        return contents
    }
}

extension Timeline {
    /// Inspects a source file.
    ///
    /// - Throws: `YAMLError`, with the line that names the file, or the error itself without a file.
    func contents(of path: String, line: Int?, _ probe: any SourceProbe) throws -> MediaContents {
        try located(at: line) { try probe.contents(of: path) }
    }

    /// Runs an inspection of a source; its error gets the line that names the source.
    package func located<Value>(at line: Int?, _ inspect: () throws -> Value) throws -> Value {
        do {
            return try inspect()
        } catch {
            throw file.map { $0.error(at: line, "\(error)", cause: error) } ?? error
        }
    }

    /// The part of a source between its in and out points (default: its beginning and its end).
    ///
    /// - Parameters:
    ///   - length: The length of the source.
    ///   - name: The source's name, for messages.
    ///   - tolerance: How far the out point may be after the end.
    ///   - line: The line of the source.
    func part(
        of length: Duration, named name: String, from start: Written<TimelineTime>?, to end: Written<TimelineTime>?,
        tolerance: Duration, line: Int?
    ) throws -> Range<Duration> {
        let from = start?.value.duration(at: frameRate) ?? .zero
        guard from < length else {
            throw error(start?.line ?? line, "in is \(from.text), but \(name) ends at \(length.text).")
        }
        guard let end else { return from..<length }
        let to = end.value.duration(at: frameRate)
        guard to > from else {
            throw error(end.line, "out is \(to.text), but must be after in, which is \(from.text).")
        }
        // Containers round durations, some to the millisecond.
        guard to <= length + tolerance else {
            throw error(end.line, "out is \(to.text), but \(name) ends at \(length.text).")
        }
        return from..<min(to, length)
    }
}

extension Range<Duration> {
    /// The length of the range.
    var length: Duration { upperBound - lowerBound }
}
