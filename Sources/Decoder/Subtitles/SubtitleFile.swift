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
        do throws(LibAVError) {
            let input = try InputFormat(path: file.reopenPath, as: .subtitles, examinesStreams: false)
            guard let stream = unsafe input.subtitles, let decoder = try unsafe CodecContext.decoder(for: stream) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "av_find_best_stream")
            }
            (language, title) = unsafe (input.language(of: stream), input.title(of: stream))
            script = decoder.subtitleScript
            isStyled = unsafe [AV_CODEC_ID_ASS, AV_CODEC_ID_SSA].contains(stream.pointee.codecpar.pointee.codec_id)
            let packet = try Packet()
            while try input.readSoundly(into: packet) {
                defer { packet.clear() }
                guard unsafe packet.stream == Int(stream.pointee.index) else { continue }
                let (start, end) = unsafe input.times(of: packet, in: stream)
                guard end > start else { continue }
                cues += try decoder.decodeSubtitles(packet).compactMap { Self.cue($0, start: start, end: end) }
            }
        } catch {
            throw Self.unreadable(
                path, "it is not a whole SRT, WebVTT or ASS file in UTF-8, or a movie with subtitles", cause: error)
        }
        // A stable sort: texts that begin together keep their order.
        cues = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }

    /// Parses an event: its number, placement and text.
    private static func cue(_ event: String, start: Duration, end: Duration) -> SubtitleCue? {
        let fields = event.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        guard fields.count == 9, !fields[8].allSatisfy(\.isWhitespace) else { return nil }
        var cue = SubtitleCue(markup: String(fields[8]), start: start, end: end)
        cue.placement = fields[1..<8].map { $0 + "," }.joined()
        return cue
    }

    private static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "'\(path)' cannot be read as subtitles: \(reason).", cause: cause)
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
