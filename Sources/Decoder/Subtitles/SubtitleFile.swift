import CLibAV
package import Files
package import Frames
import LibAV

extension SubtitleTrack {
    /// Reads a file of subtitles in SubRip (SRT), WebVTT or Advanced SubStation Alpha (ASS), or those of a movie.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file has no subtitles, or is not UTF-8.
    package init(ofFile path: String) throws(FileError) {
        try FFmpeg.load()
        let file = try InputFile(path) { Self.unreadable(path, $0.reason) }
        self.init()
        var events = ScriptEvents()
        var times: SubtitleTimes?
        do throws(LibAVError) {
            let input = try InputFormat(file, as: .subtitles, examinesStreams: false)
            guard let stream = unsafe input.subtitles, let decoder = try unsafe CodecContext.decoder(for: stream) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "av_find_best_stream")
            }
            times = SubtitleTimes(demuxer: input.demuxer)
            (language, title) = unsafe (input.language(of: stream), input.title(of: stream))
            script = decoder.subtitleScript
            isStyled = unsafe [AV_CODEC_ID_ASS, AV_CODEC_ID_SSA].contains(stream.pointee.codecpar.pointee.codec_id)
            let isWebVTT = unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_WEBVTT
            if isStyled {
                events = ScriptEvents(&script)
                script = ScriptFont.section(of: input.attachedFonts) + script
            }
            let packet = try Packet()
            while try input.readSoundly(into: packet) {
                defer { packet.clear() }
                guard unsafe packet.stream == Int(stream.pointee.index) else { continue }
                let (start, end) = unsafe input.times(of: packet, in: stream)
                guard end > start else { continue }
                cues += try decoder.decodeSubtitles(packet).compactMap { event in
                    guard var cue = events.cue(event, start: start, end: end) else { return nil }
                    if isWebVTT { cue.markup = cue.markup.withoutEscapedBraces }
                    return cue
                }
            }
        } catch {
            throw Self.unreadable(
                path, "it is not a whole SRT, WebVTT or ASS file in UTF-8, or a movie with subtitles", cause: error)
        }
        guard events.areReadable else {
            throw Self.unreadable(path, "its events' format does not begin with Layer, Start and End")
        }
        if let times {
            let bytes = try file.read(file.length) { Self.unreadable(path, $0.text) }
            if let fault = times.fault(in: bytes) {
                throw Self.unreadable(path, "line \(fault.line) \(fault.reason)")
            }
        }
        // A stable sort: texts that begin together keep their order.
        cues = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }

    private static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "'\(path)' cannot be read as subtitles: \(reason).", cause: cause)
    }
}

/// The fields of a script's events, as the `Format` line of the section says.
private struct ScriptEvents {
    private static let line = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
    /// The fields of a placement, and what they are if the script leaves them out.
    private static let placement = [
        ("layer", "0"), ("style", "Default"), ("name", ""), ("marginl", "0"), ("marginr", "0"), ("marginv", "0"),
        ("effect", ""),
    ]

    /// The names of the fields, without the times.
    private var names = Self.placement.map(\.0) + ["text"]
    /// Whether the times are where libavformat looks for them; it leaves out all other events without an error.
    private(set) var areReadable = true

    /// Describes the usual events.
    init() {}

    /// Reads the line, writes the usual one in its place, and moves the section behind all others, so that events can
    /// follow the script.
    init(_ script: inout String) {
        var lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let section = lines.firstIndex(where: { $0.lowercased().hasPrefix("[events]") }) else { return }
        if let next = lines[(section + 1)...].firstIndex(where: { ScriptFont.isHeading($0) }) {
            let others = lines[next...] + [""]
            lines.removeSubrange(next...)
            lines.insert(contentsOf: others, at: section)
        }
        guard let section = lines.firstIndex(where: { $0.lowercased().hasPrefix("[events]") }),
            let index = lines[section...].firstIndex(where: { $0.hasPrefix("Format:") })
        else { return }
        let fields = lines[index].dropFirst("Format:".count).split(separator: ",").map {
            $0.filter { !$0.isWhitespace }.lowercased()
        }
        areReadable =
            fields.count > 2 && ["layer", "marked"].contains(fields[0]) && fields[1...2] == ["start", "end"]
        names = fields.filter { !["start", "end"].contains($0) }
            .map { ["marked": "layer", "actor": "name"][$0] ?? $0 }
        lines[index] = Self.line
        script = lines.joined(separator: "\n")
    }

    /// Parses an event: its number, and the fields, of which the text is the last; `nil` without a text.
    func cue(_ event: String, start: Duration, end: Duration) -> SubtitleCue? {
        let fields = event.split(separator: ",", maxSplits: names.count, omittingEmptySubsequences: false).dropFirst()
        guard fields.count == names.count, let text = fields.last, !text.allSatisfy(\.isWhitespace) else { return nil }
        var cue = SubtitleCue(markup: String(text), start: start, end: end)
        let values = Dictionary(zip(names, fields), uniquingKeysWith: { first, _ in first })
        cue.placement = Self.placement.map { "\(values[$0.0].map(String.init) ?? $0.1)," }.joined()
        return cue
    }
}

extension InputFormat {
    /// The best stream of subtitles; `nil` without one.
    fileprivate var subtitles: UnsafePointer<AVStream>? {
        let index = unsafe av_find_best_stream(raw, AVMEDIA_TYPE_SUBTITLE, -1, -1, nil, 0)
        return unsafe index < 0 ? nil : raw.pointee.streams[Int(index)].map { unsafe UnsafePointer($0) }
    }

    /// Returns when a packet's text appears and disappears.
    fileprivate func times(
        of packet: borrowing Packet, in stream: UnsafePointer<AVStream>
    ) -> (start: Duration, end: Duration) {
        let (start, length) = unsafe (packet.raw.pointee.pts, packet.raw.pointee.duration)
        guard start != Self.unknownTime, length > 0 else { return (.zero, .zero) }
        let base = unsafe stream.pointee.time_base
        return (Self.duration(start, in: base), Self.duration(start &+ length, in: base))
    }
}
