import CLibAV
import Files
import Frames
import LibAV

/// Writes the texts of one track into a movie.
///
/// Used on the encoder's thread only.
final class SubtitleWriter {
    private let track: SubtitleTrack
    private let isComplete: Bool
    private let muxer: Muxer
    private let stream: Muxer.Stream
    private let encoder: SubtitleEncoder
    /// Texts that are not written yet, by their start.
    private var waiting: [SubtitleCue]

    /// The longest time for which a text is held back, and of a text of Matroska that is not known beforehand.
    ///
    /// libavformat holds back the other streams for 10 s to write all in order (`max_interleave_delta`).
    private static let longestPiece = Duration.seconds(8)

    /// Adds a track to a file.
    ///
    /// - Parameters:
    ///   - track: The track with its texts.
    ///   - isComplete: Whether no texts are added later.
    ///   - muxer: The file, whose header is not written yet.
    init(_ track: SubtitleTrack, isComplete: Bool, muxer: Muxer) throws(FileError) {
        self.track = track
        self.isComplete = isComplete
        self.muxer = muxer
        let container = muxer.container
        do throws(LibAVError) {
            encoder = try SubtitleEncoder(container.subtitleCodec(isStyled: track.isStyled), for: track)
        } catch {
            throw .failure("Opening the encoder of subtitles", error)
        }
        stream = try muxer.addStream(
            for: encoder.codec, title: track.title.isEmpty ? nil : track.title,
            language: container.languageCode(track.language))
        // A sample of MP4 lasts until the next one, so that texts cannot overlap.
        waiting = isComplete && !container.isMatroska ? track.withoutOverlaps.cues : track.cues
    }

    /// Adds a text, which begins after those that were added before.
    func add(_ cue: SubtitleCue) { waiting.append(cue) }

    /// Writes what is final if the movie has a length, at least.
    func advance(to length: Duration) throws(FileError) {
        guard !isComplete else {
            while let first = waiting.first, first.start <= length { try write(waiting.removeFirst(), end: first.end) }
            return
        }
        // In MP4 the order does not matter, and overlaps are known at the end only.
        guard muxer.container.isMatroska else { return }
        while let index = waiting.firstIndex(where: { Self.pieceEnd(of: $0) <= length }) { try writePiece(at: index) }
    }

    /// Writes the rest; nothing lasts longer than the movie.
    func finish(length: Duration) throws(FileError) {
        if !isComplete, !muxer.container.isMatroska {
            var rest = track
            rest.cues = waiting
            waiting = rest.withoutOverlaps.cues
        }
        waiting = waiting.filter { $0.start < length }
        for index in waiting.indices { waiting[index].end = min(waiting[index].end, length) }
        if !isComplete, muxer.container.isMatroska {
            while !waiting.isEmpty { try writePiece(at: 0) }
        }
        for cue in waiting { try write(cue, end: cue.end) }
        waiting = []
    }

    private static func pieceEnd(of cue: SubtitleCue) -> Duration { min(cue.end, cue.start + longestPiece) }

    /// Writes the beginning of a text; what remains of it waits.
    private func writePiece(at index: Int) throws(FileError) {
        let cue = waiting[index]
        let end = Self.pieceEnd(of: cue)
        try write(cue, end: end)
        if end < cue.end { waiting[index].start = end } else { waiting.remove(at: index) }
    }

    private func write(_ cue: SubtitleCue, end: Duration) throws(FileError) {
        let (start, end) = (cue.start.roundedMilliseconds, end.roundedMilliseconds)
        guard end > start else { return }
        let packet = try packet(of: cue, milliseconds: start..<end)
        try muxer.write(packet, to: stream)
    }

    private func packet(of cue: SubtitleCue, milliseconds: Range<Int>) throws(FileError) -> Packet {
        do throws(LibAVError) {
            var cue = cue
            (cue.start, cue.end) = (.milliseconds(milliseconds.lowerBound), .milliseconds(milliseconds.upperBound))
            let packet = try Packet()
            try packet.fill(with: encoder.encode(cue))
            unsafe packet.raw.pointee.pts = Int64(milliseconds.lowerBound)
            unsafe packet.raw.pointee.dts = Int64(milliseconds.lowerBound)
            unsafe packet.raw.pointee.duration = Int64(milliseconds.count)
            unsafe packet.raw.pointee.flags |= AV_PKT_FLAG_KEY
            return packet
        } catch {
            throw .failure("Encoding the subtitle '\(cue.markup)'", error)
        }
    }
}

extension Duration {
    /// The time in milliseconds, to the nearest.
    fileprivate var roundedMilliseconds: Int { (wholeNanoseconds + 500_000) / 1_000_000 }
}

extension MovieContainer {
    /// The code of a language in the container.
    ///
    /// QuickTime has numbers for some languages, which libavformat knows by their bibliographic codes (ISO 639-2/B).
    fileprivate func languageCode(_ code: String) -> String {
        let codes = [
            "deu": "ger", "nld": "dut", "isl": "ice", "zho": "chi", "ron": "rum", "slk": "slo", "ces": "cze",
            "fas": "per", "ell": "gre", "mkd": "mac", "sqi": "alb", "hye": "arm", "kat": "geo", "mya": "bur",
            "msa": "may", "eus": "baq", "cym": "wel", "bod": "tib", "swe": "sve",
        ]
        return self == .mov ? codes[code] ?? code : code
    }

    /// The name of libavcodec's encoder of the container's subtitles.
    fileprivate func subtitleCodec(isStyled: Bool) -> String {
        switch self {
        case .mp4, .mov: "mov_text"
        case .mkv: isStyled ? "ass" : "subrip"
        case .webm: "webvtt"
        // Without tracks.
        case .gif, .webp, .apng: ""
        }
    }
}
