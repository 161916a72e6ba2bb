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
    /// Whether the length of the next segment is stated.
    private var hasLength = false
    /// The beginning that all segments share.
    private var map: String?
    /// The bytes of the next segment; without a start, they follow those of the last one.
    private var range: (start: Int?, count: Int)?
    /// Where the last segment ended, if it was a part of a file.
    private var end: (path: String, offset: Int)?

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
                if line.hasPrefix("#") {
                    try readTag(line)
                } else {
                    try add(String(line), range)
                    (range, hasLength) = (nil, false)
                }
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
        case "#EXTINF", "#EXT-X-ENDLIST":
            guard !hasLength else { throw Reason(text: "comes where a segment is missing, whose length is stated") }
            hasLength = parts[0] == "#EXTINF"
            isComplete = !hasLength
        case "#EXT-X-BYTERANGE": range = try byteRange(value)
        case "#EXT-X-MAP":
            guard let name = Self.attribute("URI", of: value) else { throw Reason(text: "has no URI") }
            guard map == nil || map == value else {
                throw Reason(text: "begins another film. \(Self.advice)")
            }
            guard map == nil else { return }
            map = value
            try add(name, Self.attribute("BYTERANGE", of: value).map(byteRange))
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

    /// Adds a file, or some of its bytes.
    private mutating func add(_ name: String, _ range: (start: Int?, count: Int)?) throws(Reason) {
        guard !name.contains("://"), !name.hasPrefix("/"), let path = existing(name) else {
            throw Reason(
                text: "names '\(name)', which is not a file in the playlist's folder. \(Self.advice)")
        }
        guard let range else {
            segments.append((path, nil))
            end = nil
            return
        }
        let isFirst = segments.count == (map == nil ? 0 : 1)
        guard let start = range.start ?? (end?.path == path ? end?.offset : isFirst ? 0 : nil) else {
            throw Reason(text: "does not say where the bytes begin: the segment before is not a part of the same file")
        }
        segments.append((path, start..<start + range.count))
        end = (path, start + range.count)
    }

    /// The files that begin behind the first segment.
    fileprivate var laterFiles: [String] {
        segments.dropFirst(map == nil ? 1 : 2).filter { ($0.range?.lowerBound ?? 0) == 0 }.map(\.path)
    }

    /// Whether a file that begins with some bytes can follow another one (RFC 8216, section 3).
    ///
    /// libavformat would end after the first of files with a header of their own, such as WAV, or skip the others.
    fileprivate func canFollow(_ front: [UInt8]) -> Bool {
        if map != nil { return !front.dropFirst(4).starts(with: Array("ftyp".utf8)) }
        // MPEG-TS, also of Blu-ray discs; ID3, before sound; AC-3; AAC and MP3.
        return front.first == 0x47 || front.dropFirst(4).first == 0x47 || front.starts(with: Array("ID3".utf8))
            || front.starts(with: [0x0B, 0x77])
            || front.first == 0xFF && front.dropFirst().first.map { $0 >= 0xE0 } == true
    }

    /// The path of a file in the playlist's folder or below; `nil` if it is not there, or elsewhere.
    private func existing(_ name: String) -> String? {
        // A URI is encoded; FFmpeg writes names as they are.
        let names = [name, name.removingPercentEncoding].compactMap(\.self)
        return names.lazy.compactMap { (folder + $0).canonicalPath }.first { $0.hasPrefix(folder) }
    }

    /// A range such as `800@200`, or `800`.
    private func byteRange(_ text: String) throws(Reason) -> (start: Int?, count: Int) {
        let numbers = text.split(separator: "@").map { Int($0.filter { !$0.isWhitespace }) }
        guard let count = numbers.first ?? nil, count > 0, count < 1 << 50, numbers.count <= 2 else {
            throw Reason(text: "has no number of bytes")
        }
        guard numbers.count == 2 else { return (nil, count) }
        guard let first = numbers[1], (0..<1 << 50).contains(first) else {
            throw Reason(text: "does not say where the bytes begin")
        }
        return (first, count)
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
        // Some editors write a byte order mark.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard text.starts(with: Array("#EXTM3U".utf8)) else { return file }
        let playlist = try HLSPlaylist(String(decoding: text, as: UTF8.self), path: path)
        func unusable(_ part: String, _ reason: String) -> FileError {
            FileError(.unreadableInput, "The playlist '\(path)' cannot be used: '\(part)': \(reason).")
        }
        let parts = try FileParts(playlist.segments, orThrow: unusable)
        for later in playlist.laterFiles {
            let front = try InputFile(later) { unusable(later, $0.reason) }.read(8) {
                unusable(later, Failure.system($0).reason)
            }
            guard playlist.canFollow(front) else {
                throw unusable(
                    later,
                    "it is not a segment of MPEG-TS, MP4 (after an #EXT-X-MAP), AAC, MP3 or AC-3. Of other files, only "
                        + "the first would be played; FFmpeg's demuxer 'concat' joins them")
            }
        }
        return try InputFile(file, joining: parts, orThrow: error)
    }
}
