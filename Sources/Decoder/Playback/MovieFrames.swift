package import CLibAV
public import Files
public import Frames
package import LibAV

/// Decodes a video file's picture at any time.
///
/// Ascending times are decoded in sequence; others are seeked. For descending times, the
/// pictures between two keyframes are decoded and kept, up to ``mostKeptBytes``, so that
/// playing backwards needs limited memory. Use from one thread at a time.
@safe public final class MovieFrames {
    /// The display size, with rotation and square pixels applied.
    public let size: PixelSize
    /// The size of the pictures returned.
    public let outputSize: PixelSize

    /// The maximum memory for pictures kept for playing backwards, in bytes.
    package var mostKeptBytes = 96 << 20
    /// The maximum number of pixels of a picture.
    private static let mostPixels: Int64 = 16_384 * 16_384
    /// A gap beyond which seeking may be faster than decoding in sequence.
    private static let farAhead = Duration.milliseconds(500)

    private var movie: StoredMovie
    /// A stream of ``movie``, valid as long as that is.
    private var stream: UnsafePointer<AVStream>
    private let decoded: PictureStream
    private let converter: FrameConverter
    private let timing: StreamTiming
    /// How the pictures are turned for display.
    let orientation: Orientation

    /// Decoded pictures in ascending order.
    ///
    /// The last one is after the time last shown, unless the file has ended.
    private var kept: [DecodedPicture] = []
    /// Whether all of the file has been decoded.
    private var isDecoded = false
    /// What the pictures lack, and where they end, once the file has been decoded to its end.
    private var damage: (missing: MediaDamage, end: Int64)?
    /// The latest requested time.
    private var latest = Int64.min
    /// The earliest requested time.
    private var earliest = Int64.max
    /// Whether the last requested time was before the previous one.
    private var isDescending = false
    private var lastTarget = Int64.min
    /// The last picture returned; returned again, it is the same buffer.
    private var current: (time: Int64, pixels: PixelBuffer)?

    /// Opens a video file.
    ///
    /// - Parameters:
    ///   - path: A video file in a format of ``MediaFormats/movies``, or an animated GIF or PNG.
    ///   - deinterlacing: Which pictures are deinterlaced (default: those that are interlaced).
    ///   - outputSize: Computes the size of the pictures from the display size (default: the
    ///     display size).
    /// - Throws: ``FileError/Code/unreadableInput``.
    public convenience init(
        path: String, deinterlacing: Deinterlacing = .automatic, outputSize: (PixelSize) -> PixelSize = { $0 }
    ) throws(FileError) {
        try self.init(path: path, deinterlacing, keepsHDR: false, outputSize)
    }

    /// Opens a video file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - deinterlacing: Which pictures are deinterlaced.
    ///   - keepsHDR: Whether only ``withPicture(at:_:)`` is called.
    ///   - outputSize: Computes the size of other pictures from the display size.
    package init(
        path: String, _ deinterlacing: Deinterlacing, keepsHDR: Bool, _ outputSize: (PixelSize) -> PixelSize = { $0 }
    ) throws(FileError) {
        unsafe (movie, stream) = try Self.open(path)
        if !keepsHDR, let parameters = unsafe stream.pointee.codecpar?.pointee,
            unsafe PictureFormat.HDRTransfer(parameters.color_trc) != nil
                || parameters.color_primaries == AVCOL_PRI_BT2020
        {
            try unsafe ToneMapper.check(path, parameters.color_trc)
        }
        orientation = unsafe Orientation(of: stream)
        timing = unsafe StreamTiming(of: stream, in: movie.input)
        size = unsafe orientation.turned(movie.input.displaySize(of: stream))
        self.outputSize = outputSize(size)
        converter = FrameConverter(orientation: orientation, size: self.outputSize)
        do throws(LibAVError) {
            guard let decoder = try unsafe CodecContext.playbackDecoder(for: stream, mostPixels: Self.mostPixels) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_find_decoder")
            }
            decoded = try unsafe PictureStream(of: movie, stream, decoder, deinterlacing)
        } catch {
            throw movie.unreadable("there is no decoder for its pictures", cause: error)
        }
    }

    private static func open(_ path: String) throws(FileError) -> (StoredMovie, UnsafePointer<AVStream>) {
        let movie = try StoredMovie(path: path, isPlayed: true, examinesStreams: true)
        guard let stream = unsafe movie.input.pictures else { throw movie.unreadable("it has no pictures") }
        if let profile = unsafe DynamicHDR.soleProfile(of: stream) {
            throw movie.unreadable(
                "its colors are those of Dolby Vision's profile \(profile), which only its own decoders show right; "
                    + "convert it with 'ffmpeg -i FILE -vf libplacebo=colorspace=bt709:color_primaries=bt709:"
                    + "color_trc=bt709:format=yuv420p NEW.mp4'")
        }
        unsafe movie.input.discardAll(except: stream)
        return unsafe (movie, stream)
    }

    /// Returns the picture shown at a time.
    ///
    /// This is the last picture that begins at or before the time, or the first picture of the
    /// file. The same picture is the same buffer until another one is requested.
    ///
    /// - Parameter time: The time from the start of the file.
    /// - Throws: ``FileError/Code/unreadableInput`` if nothing can be decoded.
    public func picture(at time: Duration) throws(FileError) -> PixelBuffer {
        try withPicture(at: time) { [converter] picture throws(LibAVError) in
            if let current, current.time == picture.time { return current.pixels }
            let pixels = try converter.convert(picture.frame)
            current = (picture.time, pixels)
            return pixels
        }
    }

    /// Passes the picture shown at a time to a closure, as it was decoded.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if nothing can be decoded, or if the closure throws.
    package func withPicture<Output>(
        at time: Duration, _ use: (DecodedPicture) throws(LibAVError) -> Output
    ) throws(FileError) -> Output {
        let target = timing.ticks(at: time)
        do throws(LibAVError) {
            let index = try find(target)
            lastTarget = target
            latest = max(latest, target)
            earliest = min(earliest, target)
            return try use(kept[index])
        } catch {
            throw movie.unreadable("its pictures cannot be decoded", cause: error)
        }
    }

    /// How a picture is stored in HDR, `nil` if it is not, and the metadata of single scenes that it has.
    func hdr(of picture: DecodedPicture) -> (HDRFormat?, Set<DynamicHDR>) {
        unsafe (HDRFormat(of: picture.frame, in: stream), DynamicHDR.kinds(of: picture.frame, in: stream))
    }

    /// Decodes until the picture of a time is kept.
    ///
    /// - Returns: Its index in ``kept``.
    private func find(_ target: Int64) throws(LibAVError) -> Int {
        // Decodes the first picture even if the target is far ahead, to learn its time.
        if kept.isEmpty, !isDecoded, let first = try decodeNext() { kept.append(first) }
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

    /// Seeks to a keyframe at or before a time.
    private func start(before target: Int64) throws(LibAVError) {
        guard movie.input.canSeek else { return try startOver() }
        // Some files index decoding times instead of presentation times, so the picture found
        // may be too late. Then search further back.
        var back = Int64(0)
        for _ in 0..<5 {
            kept.removeAll()
            isDecoded = false
            unsafe movie.input.seek(stream, toTicks: target - back)
            decoded.restart()
            if let first = try decodeNext() {
                kept.append(first)
                if first.time <= target || first.time <= timing.start { return }
            }
            back = max(back * 4, timing.ticksPerSecond)
        }
        try startOver()
    }

    /// Reopens the file at its beginning.
    private func startOver() throws(LibAVError) {
        kept.removeAll()
        isDecoded = false
        do throws(FileError) {
            unsafe (movie, stream) = try Self.open(movie.path)
        } catch {
            // Unexpected, because the file was opened before.
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avformat_open_input")
        }
        unsafe decoded.restart(movie, stream)
    }

    private func isFarAhead(_ target: Int64, from last: Int64) -> Bool {
        guard timing.duration(ofTicks: target - last) > Self.farAhead, movie.input.canSeek else { return false }
        guard let key = unsafe movie.input.keyPicture(of: stream, before: target) else {
            return timing.duration(ofTicks: target - last) > Self.farAhead * 10
        }
        return key > last
    }

    /// Decodes the next picture, skipping damaged data; `nil` at the end.
    private func decodeNext() throws(LibAVError) -> DecodedPicture? {
        if let picture = try decoded.next() { return picture }
        isDecoded = true
        damage = findDamage()
        return nil
    }

    /// Warnings about the pictures shown so far, for the user, as sentences.
    public var warnings: [String] {
        let warnings = decoded.warnings
        if let damage, damage.missing.stated == nil || latest >= damage.end {
            return warnings + [damage.missing.warning(of: movie.path, .lastPicture)]
        }
        guard let inside = decoded.damaged, latest >= inside.lowerBound, earliest <= inside.upperBound else {
            return warnings
        }
        let read = timing.duration(ofTicks: latest - timing.start)
        return warnings + [
            MediaDamage(read: read, stated: nil, isWhole: false).warning(of: movie.path, .lastPicture)
        ]
    }

    /// Returns what is missing at the end of a file that has been decoded to its end; `nil` if nothing.
    private func findDamage() -> (missing: MediaDamage, end: Int64)? {
        let progress = decoded.progress
        guard let end = progress.end else { return nil }
        let stated = unsafe movie.input.statedEnd(of: stream, sampleRate: 1_000_000).map { Duration.microseconds($0) }
        let own = unsafe stream.pointee.start_time
        let read = timing.duration(ofTicks: end - (own == InputFormat.unknownTime ? timing.start : own))
        let missing = stated.flatMap { unsafe read + Self.tolerance(of: stream) < $0 ? $0 : nil }
        guard missing != nil || progress.isLastPacketDamaged || stated == nil && progress.isDamagedAtEnd else {
            return nil
        }
        return (MediaDamage(read: read, stated: missing, isWhole: true), end)
    }

    /// Returns how much shorter than stated pictures may be: 0.1 s, because files round their length, and
    /// two pictures, because some formats do not state the length of the last one.
    private static func tolerance(of stream: UnsafePointer<AVStream>) -> Duration {
        let rate = unsafe stream.pointee.avg_frame_rate
        guard rate.num > 0, rate.den > 0 else { return .milliseconds(100) }
        return .milliseconds(100) + .seconds(2 * Double(rate.den) / Double(rate.num))
    }

    /// Drops the oldest pictures that will not be shown again.
    private func trim() {
        guard isDescending else {
            kept.removeFirst(max(0, kept.count - 2))
            return
        }
        var bytes = kept.reduce(0) { $0 + $1.bytes }
        while kept.count > 2, bytes > mostKeptBytes { bytes -= kept.removeFirst().bytes }
    }
}

/// Converts decoded pictures to upright pixels of one size, with premultiplied alpha.
///
/// Use from one thread at a time.
package final class FrameConverter {
    private let orientation: Orientation
    private let storedSize: PixelSize
    private var scaler: FrameScaler?
    /// Converts HDR pictures before ``scaler``.
    private var toneMapper: ToneMapper?
    /// The format the scaler was created for; it may change within a stream.
    private var format: PictureFormat?
    private let pools: [Bool: PixelBufferPool]

    /// The number of pictures in use before the pool allocates more.
    private static let poolCapacity = 12

    package init(orientation: Orientation, size: PixelSize) {
        self.orientation = orientation
        storedSize = orientation.turned(size)
        let storedSize = storedSize
        pools = Dictionary(
            uniqueKeysWithValues: [false, true].map {
                ($0, PixelBufferPool(size: storedSize, capacity: Self.poolCapacity, hasAlpha: $0))
            })
    }

    /// Converts a picture.
    package func convert(_ frame: borrowing MediaFrame) throws(LibAVError) -> PixelBuffer {
        let format = PictureFormat(of: frame)
        if format != self.format {
            (scaler, toneMapper) = (nil, nil)
            self.format = format
            toneMapper = format.needsToneMapping ? try ToneMapper(from: format, to: storedSize) : nil
        }
        guard let toneMapper else { return try scaled(frame, format) }
        try toneMapper.convert(frame)
        return try scaled(toneMapper.output, PictureFormat(of: toneMapper.output))
    }

    private func scaled(
        _ frame: borrowing MediaFrame, _ format: PictureFormat
    ) throws(LibAVError) -> PixelBuffer {
        if scaler == nil { scaler = try FrameScaler(from: format, to: storedSize) }
        let pixels = takeBuffer(hasAlpha: format.hasAlpha)
        try scaler?.convert(frame, into: pixels)
        return orientation.upright(pixels)
    }

    private func takeBuffer(hasAlpha: Bool) -> PixelBuffer {
        pools[hasAlpha]?.take() ?? PixelBuffer(size: storedSize, hasAlpha: hasAlpha)
    }
}

/// The time base of a stream, and conversions to and from it.
package struct StreamTiming {
    /// The time at which the file begins, in the stream's time base.
    package let start: Int64
    private let base: AVRational
    /// The rounding error of times in the file, and the pictures' phase, in nanoseconds.
    private let tolerance: Int64

    package init(of stream: UnsafePointer<AVStream>, in input: borrowing InputFormat) {
        base = unsafe stream.pointee.time_base
        start = unsafe input.startTime(of: stream)
        // Files round presentation times to their time base, up or down, and the timeline
        // rounds down. Above a millisecond, a unit is no longer a rounding error.
        let unit = 1_000_000_000 * Int64(base.num) / Int64(max(1, base.den))
        tolerance = unsafe min(unit / 2, 500_000) + 1 + Self.phase(of: stream, from: start)
    }

    /// Returns by how much the pictures' times are after those of a stream that begins with the file, modulo the time of a
    /// picture, in nanoseconds; 0 if it is more than half of that, or if the frame rate is not constant.
    ///
    /// Pictures often begin some milliseconds after the sound. At the pictures' own frame rate, each would be shown
    /// almost a frame too late otherwise.
    private static func phase(of stream: UnsafePointer<AVStream>, from start: Int64) -> Int64 {
        let (rate, base, own) = unsafe (
            stream.pointee.avg_frame_rate, stream.pointee.time_base, stream.pointee.start_time
        )
        guard rate.num > 0, rate.den > 0, unsafe av_cmp_q(rate, stream.pointee.r_frame_rate) == 0,
            own != InputFormat.unknownTime, own > start
        else { return 0 }
        let nanosecond = AVRational(num: 1, den: 1_000_000_000)
        let picture = av_rescale_q(1, AVRational(num: rate.den, den: rate.num), nanosecond)
        let phase = av_rescale_q(own &- start, base, nanosecond) % max(1, picture)
        return phase <= picture / 2 ? phase : 0
    }

    /// Converts a time of the file to the stream's time base, rounding down.
    package func ticks(at time: Duration) -> Int64 {
        start
            + av_rescale_q_rnd(
                Int64(time.wholeNanoseconds) + tolerance, AVRational(num: 1, den: 1_000_000_000), base,
                AV_ROUND_DOWN)
    }

    /// Converts a duration from the stream's time base.
    package func duration(ofTicks ticks: Int64) -> Duration {
        .nanoseconds(av_rescale_q(ticks, base, AVRational(num: 1, den: 1_000_000_000)))
    }

    /// Units of the stream's time base per second.
    package var ticksPerSecond: Int64 { max(1, Int64(base.den) / Int64(max(1, base.num))) }
}
