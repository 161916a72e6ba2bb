package import CLibAV
package import Frames
import Glibc
package import LibAV

/// Decoding a stream.
extension InputFormat {
    /// Seeks to the last keyframe at or before a time.
    ///
    /// If the file cannot be seeked, reading continues where it was.
    ///
    /// - Returns: The time in the stream's time base.
    package func seek(_ stream: UnsafePointer<AVStream>, to time: Duration) -> Int64 {
        let microseconds = Int64(time.wholeNanoseconds / 1000)
        let target = unsafe av_rescale_q(microseconds, Self.microsecond, stream.pointee.time_base)
        if unsafe av_seek_frame(raw, stream.pointee.index, target, AVSEEK_FLAG_BACKWARD) < 0 {
            LibAVLog.shared.forget()
        }
        return target
    }

    /// Decodes the next picture of a stream, or its next samples, and notes damaged data, which it
    /// skips.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - decoder: Its decoder.
    ///   - packet: Reused for each packet.
    ///   - frame: Receives the picture or the samples.
    ///   - progress: Pass the same variable to each call.
    /// - Returns: `false` at the end of the stream.
    package func decodeFrame(
        of stream: UnsafePointer<AVStream>, _ decoder: borrowing CodecContext, packet: borrowing Packet,
        into frame: borrowing MediaFrame, _ progress: inout DecodingProgress
    ) throws(LibAVError) -> Bool {
        while true {
            switch try decoder.receiveTolerantly(into: frame) {
            case .output:
                progress.noteFrame(
                    isDamaged: frame.isDamaged, isKey: unsafe frame.raw.pointee.pict_type == AV_PICTURE_TYPE_I)
                return true
            case .finished: return false
            case .damaged: progress.noteDamage()
            case .needsInput: break
            }
            guard !progress.isAtEnd else { return false }
            guard readTolerantly(into: packet, &progress) else {
                progress.isAtEnd = true
                decoder.decodeEnd()
                continue
            }
            defer { packet.clear() }
            guard unsafe packet.stream == Int(stream.pointee.index) else { continue }
            progress.notePacket(packet)
            // Such as the last packet of FLAC in NUT, which has only what the header lacked.
            if packet.isEmpty, unsafe stream.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO { continue }
            // The last packet of a WAV file that was written to a pipe counts as damaged too.
            if packet.isDamaged, !isWave { progress.noteDamage() }
            if try !decoder.decode(packet), !packet.holdsTag { progress.noteDamage() }
        }
    }

    /// Reads the next packet, and notes if the file is damaged.
    ///
    /// - Returns: `false` if nothing more can be read.
    private func readTolerantly(into packet: borrowing Packet, _ progress: inout DecodingProgress) -> Bool {
        let before = damageCount
        defer { if damageCount != before { progress.noteDamage() } }
        do throws(LibAVError) {
            return try readSoundly(into: packet)
        } catch {
            // Some demuxers return `EIO` at the end of a complete file.
            if !error.isPOSIX(EIO) || hasReadError { progress.noteDamage() }
            return false
        }
    }
}

/// Playing a movie.
extension InputFormat {
    /// Discards all streams but one.
    package func discardAll(except stream: UnsafePointer<AVStream>) {
        for index in unsafe 0..<Int(raw.pointee.nb_streams) where unsafe index != Int(stream.pointee.index) {
            unsafe raw.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        }
    }

    /// Returns the display size of a stream, with square pixels, before rotation.
    package func displaySize(of stream: UnsafePointer<AVStream>) -> PixelSize {
        let mutable = unsafe UnsafeMutablePointer(mutating: stream)
        let ratio = unsafe av_guess_sample_aspect_ratio(raw, mutable, nil)
        let (width, height) =
            unsafe stream.pointee.codecpar.map { unsafe (Int($0.pointee.width), Int($0.pointee.height)) } ?? (1, 1)
        guard ratio.num > 0, ratio.den > 0, ratio.num != ratio.den else {
            return PixelSize(width: width, height: height)
        }
        let wide = (width * Int(ratio.num) + Int(ratio.den) / 2) / Int(ratio.den)
        return PixelSize(width: min(max(1, wide), 65_536), height: height)
    }

    /// Returns the time at which the file's pictures or sound begin, in a stream's time base.
    package func startTime(of stream: UnsafePointer<AVStream>) -> Int64 {
        let own = unsafe stream.pointee.start_time
        guard let fileStart = startTime else { return own == Self.unknownTime ? 0 : own }
        let start = unsafe av_rescale_q(fileStart, Self.microsecond, stream.pointee.time_base)
        // The file's time base is coarser than most streams'.
        let difference = own == Self.unknownTime ? 0 : own - start
        let tick = unsafe av_rescale_q(1, Self.microsecond, stream.pointee.time_base)
        return abs(difference) <= max(1, tick) ? start + difference : start
    }

    /// The time at which the file begins, in units of `AV_TIME_BASE`.
    ///
    /// Matroska gives priming samples negative times (RFC 9559, CodecDelay), and so do fragmented MP4 files; they are
    /// not played.
    private var startTime: Int64? {
        let start = unsafe raw.pointee.start_time
        guard start != Self.unknownTime else { return nil }
        let arePrimed = unsafe sounds.contains { unsafe isMP4 || $0.pointee.codecpar.pointee.initial_padding > 0 }
        guard start < 0, arePrimed else { return start }
        guard let pictures = unsafe pictures, unsafe pictures.pointee.start_time != Self.unknownTime else { return 0 }
        let first = unsafe av_rescale_q(pictures.pointee.start_time, pictures.pointee.time_base, Self.microsecond)
        return max(start, min(0, first))
    }

    /// `AV_NOPTS_VALUE`, a macro with a cast, which Swift does not import.
    package static let unknownTime = Int64.min

    /// The file's time base: `AV_TIME_BASE_Q`, a compound literal, which Swift does not import.
    static let microsecond = AVRational(num: 1, den: CInt(AV_TIME_BASE))

    /// Whether decoding can start in the middle.
    ///
    /// Not in a GIF or animated PNG: each picture changes the previous one, which their
    /// demuxers do not report.
    package var canSeek: Bool { !isAnimation }

    /// Seeks to the last keyframe at or before a time, as far as the file's index knows it.
    package func seek(_ stream: UnsafePointer<AVStream>, toTicks time: Int64) {
        if unsafe avformat_seek_file(raw, stream.pointee.index, Int64.min, time, time, 0) < 0 {
            LibAVLog.shared.forget()
        }
    }

    /// Returns the time of the last keyframe before a time; `nil` if the file has no index.
    package func keyPicture(of stream: UnsafePointer<AVStream>, before time: Int64) -> Int64? {
        unsafe avformat_index_get_entry_from_timestamp(
            UnsafeMutablePointer(mutating: stream), time, AVSEEK_FLAG_BACKWARD
        )?.pointee.timestamp
    }
}

/// How far a stream is decoded, and what of it was damaged.
package struct DecodingProgress: Sendable {
    /// Whether the file has been read to its end.
    package fileprivate(set) var isAtEnd = false
    /// Whether something was damaged before the last decoded frame.
    package private(set) var isDamaged = false
    /// Whether something was damaged in the last decoded frame or directly before it.
    private(set) var isLastDamaged = false
    /// Whether something was damaged after the last decoded frame.
    package private(set) var isDamagedAtEnd = false
    /// Whether something was damaged before the last decoded frame or in it, after an intact frame and since the last
    /// intact keyframe.
    ///
    /// Frames that a decoder makes first may refer to others before them, which were not decoded.
    private(set) var isDamagedInside = false
    /// Whether an intact frame was decoded since the beginning or the last seek.
    private var hasIntactFrame = false
    /// Whether the last packet is incomplete or damaged.
    private(set) var isLastPacketDamaged = false
    /// The latest end of a whole packet, in the stream's time base; `nil` if no packet states its time.
    private(set) var end: Int64?

    /// The samples of the last packet that it states not to be of the sound, at its end.
    private(set) var endPadding = 0

    /// The samples of the first packet that it states not to be of the sound, at its beginning; `nil` before it.
    private(set) var startPadding: Int?

    /// Creates the state of a stream at its first packet.
    package init() {}

    /// Notes a packet of the stream.
    mutating func notePacket(_ packet: borrowing Packet) {
        startPadding = startPadding ?? packet.skippedSamples
        isLastPacketDamaged = packet.isDamaged
        endPadding = packet.endPadding
        let (presented, decoded) = unsafe (packet.raw.pointee.pts, packet.raw.pointee.dts)
        // Some formats, such as AVI, state only when packets are decoded; the last ones end at the same time.
        let start = presented == InputFormat.unknownTime ? decoded : presented
        guard !packet.isDamaged, start != InputFormat.unknownTime else { return }
        let packetEnd = unsafe start + max(0, packet.raw.pointee.duration)
        end = max(end ?? packetEnd, packetEnd)
    }

    /// Notes that a packet could not be read or decoded.
    mutating func noteDamage() { isDamagedAtEnd = true }

    /// Notes a decoded frame.
    ///
    /// - Parameters:
    ///   - isDamaged: Whether the decoder has concealed damage in it.
    ///   - isKey: Whether it refers to no other frame.
    mutating func noteFrame(isDamaged: Bool, isKey: Bool) {
        if isKey { isDamagedInside = false }
        if hasIntactFrame && (isDamaged || isDamagedAtEnd) { isDamagedInside = true }
        isLastDamaged = isDamaged || isDamagedAtEnd
        self.isDamaged = self.isDamaged || isLastDamaged
        if !isDamaged { hasIntactFrame = true }
        isDamagedAtEnd = false
    }

    /// Notes that decoding begins again elsewhere in the file.
    mutating func noteSeek() {
        (isAtEnd, hasIntactFrame, isDamagedAtEnd, isDamagedInside) = (false, false, false, false)
    }
}

/// What could be read of a damaged sound or video file.
struct MediaDamage: Sendable {
    /// What takes the place of a missing end.
    enum Substitute {
        /// The sound from its beginning.
        case repetition
        /// Silence.
        case silence
        /// The last picture that could be read.
        case lastPicture
    }

    /// How long the sound or the pictures are that could be read.
    let read: Duration
    /// How long the file says they are, if that is longer.
    let stated: Duration?
    /// Whether nothing more can be read; otherwise, parts of what was read are missing.
    let isWhole: Bool

    /// A warning for the user.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - substitute: What takes the place of a missing end.
    func warning(of path: String, _ substitute: Substitute) -> String {
        let file = "The \(substitute == .lastPicture ? "video" : "soundtrack") '\(path)' is damaged"
        guard isWhole else {
            let fate = substitute == .lastPicture ? "were left out" : "are silent or missing"
            return "\(file): parts of its first \(read.text) cannot be decoded and \(fate). Use an intact copy of the "
                + "file."
        }
        let extent = stated.map { "\(read.text) of the \($0.text) that it states" } ?? "\(read.text)"
        let end =
            switch substitute {
            case .repetition: ", and were repeated"
            case .silence: ", and the rest is silent"
            // Without a stated length, a clip is hardly longer than the pictures that could be read.
            case .lastPicture: stated == nil ? "" : ", and the rest shows its last picture"
            }
        return "\(file) or incomplete: only \(extent) could be read\(end). Use an intact copy of the file."
    }
}
