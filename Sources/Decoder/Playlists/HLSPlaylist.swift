package import Files
import Foundation

/// A playlist of HTTP Live Streaming whose segments are files: one film in pieces (RFC 8216).
///
/// A playlist could name any file of the user, so its segments must be in its folder or below.
struct HLSPlaylist {
    /// A range of bytes of a file.
    typealias Segment = (path: String, range: Range<Int>?)

    /// The segments, in order, with the beginning that all share.
    private(set) var segments: [Segment] = []

    private let path: String
    /// The folder without symbolic links, with a final slash.
    private let folder: String
    /// Whether all segments are there.
    private var isComplete = false
    /// The beginning that all segments share.
    private var map: String?
    /// The range of the next segment, and where the last one ended.
    private var range: Range<Int>?
    private var end = (path: "", offset: 0)

    /// The length of a playlist in bytes, at most.
    static let mostBytes = 16 << 20

    /// Reads a playlist.
    ///
    /// - Parameters:
    ///   - text: The playlist.
    ///   - path: Its path.
    /// - Throws: ``FileError/Code/unreadableInput`` for what is not a complete film in files.
    init(_ text: String, path: String) throws(FileError) {
        self.path = path
        folder = (path.parentPath.canonicalPath ?? path.parentPath) + "/"
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.drop(while: \.isWhitespace)
            if line.isEmpty { continue }
            do throws(Reason) {
                if line.hasPrefix("#") { try readTag(line) } else { try add(String(line)) }
            } catch {
                throw unusable("line \(index + 1) \(error.text)")
            }
            if isComplete { break }
        }
        guard !segments.isEmpty else { throw unusable("it has no segments") }
        guard isComplete else {
            throw unusable(
                "its end is missing, as if it were still being written. If it is complete, add the line #EXT-X-ENDLIST")
        }
    }

    /// Why a line cannot be used, as the end of a sentence.
    private struct Reason: Error { let text: String }

    private static let advice = "'ffmpeg -i FILE -c copy NEW.mp4' makes one file of it, if FFmpeg can"

    private func unusable(_ reason: String) -> FileError {
        FileError(.unreadableInput, "The playlist '\(path)' cannot be used: \(reason).")
    }

    private mutating func readTag(_ line: Substring) throws(Reason) {
        let parts = line.split(separator: ":", maxSplits: 1)
        let value = parts.count > 1 ? String(parts[1]) : ""
        switch parts[0] {
        case "#EXT-X-ENDLIST": isComplete = true
        case "#EXT-X-BYTERANGE": range = try byteRange(value)
        case "#EXT-X-MAP":
            guard let name = Self.attribute("URI", of: value) else { throw Reason(text: "has no URI") }
            guard map == nil || map == value else {
                throw Reason(text: "begins another film. \(Self.advice)")
            }
            guard map == nil else { return }
            map = value
            if let bytes = Self.attribute("BYTERANGE", of: value) { range = try byteRange(bytes) }
            try add(name)
        case "#EXT-X-KEY":
            guard Self.attribute("METHOD", of: value) == "NONE" else {
                throw Reason(text: "says that the segments are encrypted. \(Self.advice)")
            }
        case "#EXT-X-STREAM-INF", "#EXT-X-MEDIA":
            throw Reason(text: "belongs to a list of playlists. Write the name of one of them")
        case "#EXT-X-DISCONTINUITY", "#EXT-X-GAP":
            throw Reason(text: "says that the times begin anew, or that a part is missing. \(Self.advice)")
        case "#EXT-X-DEFINE", "#EXT-X-I-FRAMES-ONLY":
            throw Reason(text: "has \(parts[0].dropFirst()), which is not supported. \(Self.advice)")
        default: break
        }
    }

    /// Adds a segment that a line names.
    private mutating func add(_ name: String) throws(Reason) {
        defer { range = nil }
        guard !name.contains("://"), !name.hasPrefix("/"), let path = existing(name) else {
            throw Reason(
                text: "names '\(name)', which is not a file in the playlist's folder. \(Self.advice)")
        }
        if let range { end = (path, range.upperBound) }
        segments.append((path, range))
    }

    /// The path of a file in the playlist's folder or below; `nil` if it is not there, or elsewhere.
    private func existing(_ name: String) -> String? {
        // A URI is encoded; FFmpeg writes names as they are.
        let names = [name, name.removingPercentEncoding].compactMap(\.self)
        return names.lazy.compactMap { (folder + $0).canonicalPath }.first { $0.hasPrefix(folder) }
    }

    /// A range such as `800@200`, or one behind the last segment.
    private func byteRange(_ text: String) throws(Reason) -> Range<Int> {
        let numbers = text.split(separator: "@").map { Int($0.filter { !$0.isWhitespace }) }
        guard let count = numbers.first ?? nil, count > 0, count < 1 << 50, numbers.count <= 2 else {
            throw Reason(text: "has no number of bytes")
        }
        guard numbers.count == 2 else { return end.offset..<end.offset + count }
        guard let first = numbers[1], (0..<1 << 50).contains(first) else {
            throw Reason(text: "does not say where the bytes begin")
        }
        return first..<first + count
    }

    /// The value of an attribute, without quotes; `nil` without it.
    private static func attribute(_ name: String, of text: String) -> String? {
        for match in text.matches(of: #/([A-Z0-9-]+)=("[^"]*"|[^,]*)/#) where match.1 == name {
            return String(match.2.hasPrefix("\"") ? match.2.dropFirst().dropLast() : match.2)
        }
        return nil
    }
}

extension InputFile {
    /// Opens a picture, film or sound; of a playlist of files (HLS, with a name like `film.m3u8`), its segments as one.
    ///
    /// - Parameter error: Describes why the file cannot be opened.
    /// - Throws: ``FileError/Code/unreadableInput`` for a playlist that cannot be used.
    package static func media(_ path: String, orThrow error: (Failure) -> FileError) throws(FileError) -> InputFile {
        let file = try InputFile(path, orThrow: error)
        // Only a name like this says that the user wants other files to be read.
        let name = path.lowercased()
        guard [".m3u8", ".m3u"].contains(where: name.hasSuffix), file.length <= HLSPlaylist.mostBytes else {
            return file
        }
        let bytes = try file.read(file.length) { error(.system($0)) }
        guard bytes.starts(with: Array("#EXTM3U".utf8)) else { return file }
        let playlist = try HLSPlaylist(String(decoding: bytes, as: UTF8.self), path: path)
        let parts = try FileParts(playlist.segments) { part, reason in
            FileError(.unreadableInput, "The playlist '\(path)' cannot be used: '\(part)': \(reason).")
        }
        return try InputFile(file, joining: parts, orThrow: error)
    }
}
