import CLibAV
public import Files
public import Frames
import LibAV

/// The pictures of a video file at any of its moments.
///
/// Ascending moments are decoded one after the other; others are sought.
/// Descending ones decode what is between two pictures that stand by
/// themselves and keep as much of it as fits into ``mostKeptBytes``, so that
/// memory does not grow with what is played backwards.
///
/// Used by one thread at a time.
public final class MovieFrames {
    /// The size in which the pictures are to be seen: upright, with square
    /// pixels.
    public let size: PixelSize
    /// The size of the pictures that come out.
    public let outputSize: PixelSize

    /// The most bytes of decoded pictures that wait to be shown backwards.
    package var mostKeptBytes = 96 << 20
    /// The most pixels that a picture may have.
    private static let mostPixels: Int64 = 16_384 * 16_384
    /// A gap after which the file is asked for a nearer place to decode from.
    private static let farAhead = Duration.milliseconds(500)

    private var movie: StoredMovie
    /// The movie's; lent for as long as that one lives.
    private var stream: UnsafePointer<AVStream>
    private let decoder: CodecContext
    private let packet: Packet
    private let converter: FrameConverter
    private let timing: StreamTiming
    private let orientation: Orientation

    /// Decoded pictures in ascending order; the last one is after the moment
    /// that was shown, unless the file has ended.
    private var kept: [DecodedPicture] = []
    /// Whether the file has been read to its end, and whether all of it has
    /// been decoded as well.
    private var (atEnd, isDecoded) = (false, false)
    /// Whether the last moment was before the one before it.
    private var isDescending = false
    private var lastTarget = Int64.min
    /// The picture that was given last; the same again is the same buffer.
    private var current: (time: Int64, pixels: PixelBuffer)?

    /// Opens a video file.
    ///
    /// - Parameters:
    ///   - path: An MP4, QuickTime, Matroska, WebM, AVI, MPEG-TS, Ogg or FLV
    ///     file, or an animated GIF or PNG.
    ///   - outputSize: The size of the pictures that come out, by the size in
    ///     which they are to be seen; that one without.
    /// - Throws: ``FileError/Code/unreadableInput``.
    public init(path: String, outputSize: (PixelSize) -> PixelSize = { $0 }) throws(FileError) {
        (movie, stream) = try Self.open(path)
        orientation = Orientation(of: stream)
        timing = StreamTiming(of: stream, in: movie.input)
        size = orientation.turned(movie.input.displaySize(of: stream))
        self.outputSize = outputSize(size)
        converter = FrameConverter(orientation: orientation, size: self.outputSize)
        do throws(LibAVError) {
            packet = try Packet.allocate()
            guard let decoder = try CodecContext.playbackDecoder(for: stream, mostPixels: Self.mostPixels) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_find_decoder")
            }
            self.decoder = decoder
        } catch {
            throw movie.unreadable("there is no decoder for its pictures", cause: error)
        }
    }

    private static func open(_ path: String) throws(FileError) -> (StoredMovie, UnsafePointer<AVStream>) {
        let movie = try StoredMovie(path: path, demuxers: StoredMovie.playable, examinesStreams: true)
        guard let stream = movie.input.pictures, let parameters = stream.pointee.codecpar?.pointee,
            parameters.width > 0, parameters.height > 0
        else { throw movie.unreadable("it has no pictures") }
        movie.input.discardAll(except: stream)
        return (movie, stream)
    }

    /// The picture that is seen at a moment: the last one that begins at or
    /// before it; the first one before that begins.
    ///
    /// Equal pictures are the same buffer as long as no other one was asked
    /// for between them.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` for a file of which
    ///   nothing can be decoded.
    public func picture(at time: Duration) throws(FileError) -> PixelBuffer {
        let target = timing.ticks(at: time)
        do throws(LibAVError) {
            let index = try find(target)
            lastTarget = target
            let picture = kept[index]
            if let current, current.time == picture.time { return current.pixels }
            let pixels = try converter.convert(picture.frame)
            current = (picture.time, pixels)
            return pixels
        } catch {
            throw movie.unreadable("its pictures cannot be decoded", cause: error)
        }
    }

    /// Decodes until a moment's picture is kept.
    ///
    /// - Returns: Its place among the kept.
    private func find(_ target: Int64) throws(LibAVError) -> Int {
        if let first = kept.first, target < first.time {
            isDescending = target < lastTarget
            try start(before: target)
        } else if let last = kept.last, target > last.time, !isDecoded, isFarAhead(target, from: last.time) {
            isDescending = false
            try start(before: target)
        }
        while !isDecoded, kept.last.map({ $0.time <= target }) ?? true {
            guard let picture = try decodeNext() else { break }
            kept.append(picture)
            trim()
        }
        guard !kept.isEmpty else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
        }
        return kept.lastIndex { $0.time <= target } ?? 0
    }

    /// Goes to a picture that can be decoded by itself, at or before a moment.
    private func start(before target: Int64) throws(LibAVError) {
        guard movie.input.canSeek else { return try startOver() }
        // Some files' places are those of decoding, not of showing: what is
        // found may be after the moment, and then one further back is looked for.
        var back = Int64(0)
        for _ in 0..<5 {
            kept.removeAll()
            (atEnd, isDecoded) = (false, false)
            movie.input.seek(stream, toTicks: target - back)
            decoder.flush()
            guard let first = try decodeNext() else { break }
            kept.append(first)
            if first.time <= target || first.time <= timing.start { return }
            back = max(back * 4, timing.ticksPerSecond)
        }
        try startOver()
    }

    /// Goes back to the file's beginning.
    private func startOver() throws(LibAVError) {
        kept.removeAll()
        (atEnd, isDecoded) = (false, false)
        do throws(FileError) {
            (movie, stream) = try Self.open(movie.path)
        } catch {
            // It could be opened before.
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avformat_open_input")
        }
        decoder.flush()
    }

    private func isFarAhead(_ target: Int64, from last: Int64) -> Bool {
        guard timing.duration(ofTicks: target - last) > Self.farAhead, movie.input.canSeek else { return false }
        guard let key = movie.input.keyPicture(of: stream, before: target) else {
            return timing.duration(ofTicks: target - last) > Self.farAhead * 10
        }
        return key > last
    }

    /// The next picture, or nothing at the file's end; damage is passed over.
    private func decodeNext() throws(LibAVError) -> DecodedPicture? {
        let frame = try MediaFrame.allocate()
        guard try movie.input.decodeFrame(of: stream, decoder, packet: packet, into: frame, &atEnd) else {
            isDecoded = true
            return nil
        }
        let stated = frame.raw.pointee.best_effort_timestamp
        let before = kept.last?.time
        // Without a time it comes right after the one before.
        let time = stated == Self.noTime ? before.map { $0 + 1 } ?? timing.start : stated
        return DecodedPicture(frame, time: time)
    }

    /// Forgets the oldest pictures that will not be shown again.
    private func trim() {
        guard isDescending else {
            kept.removeFirst(max(0, kept.count - 2))
            return
        }
        var bytes = kept.reduce(0) { $0 + $1.bytes }
        while kept.count > 2, bytes > mostKeptBytes { bytes -= kept.removeFirst().bytes }
    }

    /// AV_NOPTS_VALUE, a macro with a cast.
    private static let noTime = Int64.min
}
