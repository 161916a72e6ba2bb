import Decoder
import Frames
import Notation

extension Timeline {
    /// Inspects a source file.
    ///
    /// - Throws: `YAMLError`, with the line that names the file, or the error itself without a file.
    func contents(of path: String, line: Int?, _ probe: any SourceProbe) throws -> MediaContents {
        do {
            return try probe.contents(of: path)
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
