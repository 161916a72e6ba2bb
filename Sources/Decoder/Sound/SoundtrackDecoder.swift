import CLibAV
package import Files
package import LibAV

/// Decodes a soundtrack once, from its first sample to its last.
///
/// Each pass over a soundtrack needs a new decoder, because seeking back to the beginning would
/// play some formats' priming samples. Use from one thread at a time.
@safe package final class SoundtrackDecoder {
    /// Samples per second of the output, even if the rate changes within the file.
    package let sampleRate: Int
    /// libav's name of the codec, such as `mp3`.
    package let codecName: String
    /// Samples returned so far.
    package private(set) var position = 0

    /// The time of the first decoded frame, in the stream's time base; `nil` if the frame states no time.
    let firstTime: Int64?

    private let file: SoundtrackFile
    private let input: InputFormat
    /// A stream of ``input``, valid as long as that is.
    private let stream: UnsafePointer<AVStream>
    private let codec: CodecContext
    private let packet: Packet
    private let frame: MediaFrame
    private let limit: Int?
    private var converter: Converter?
    private var progress = DecodingProgress()
    /// Whether the frame decoded by the initializer is still unused.
    private var holdsFrame = false
    /// Whether ``next()`` has returned `nil`.
    private var isAtEnd = false
    private var placement: SoundPlacement
    /// Decoded samples still to be dropped, of priming or of an overlap.
    private var toDrop = 0
    /// Silent samples still to be returned, and what follows them.
    private var (silence, ready) = (0, SoundChunk())

    /// A converter and its input format.
    private final class Converter {
        let format: SoundFormat
        let samples: SampleConverter

        init(from format: SoundFormat, channel: Int?, to sampleRate: Int) throws(LibAVError) {
            self.format = format
            samples = try SampleConverter(from: format, channel: channel, to: sampleRate)
        }
    }

    /// Opens a soundtrack at its beginning.
    ///
    /// - Parameters:
    ///   - file: The soundtrack's file.
    ///   - sampleRate: The output's samples per second (default: that of the first decoded
    ///     frame).
    ///   - limit: The number of samples after which the sound ends, if the decoder would return
    ///     more.
    /// - Throws: ``FileError/Code/unreadableInput``, ``FileError/Code/invalidSettings`` for a channel that the sound does
    ///   not have.
    package init(_ file: SoundtrackFile, sampleRate: Int? = nil, limit: Int? = nil) throws(FileError) {
        self.file = file
        self.limit = limit
        do throws(LibAVError) {
            input = try InputFormat(file.input, as: .media)
            packet = try Packet()
            frame = try MediaFrame()
        } catch {
            throw file.unreadable("is not sound that can be decoded", cause: error)
        }
        guard let stream = unsafe input.sound(file.track) else { throw file.unreadable("has no sound", cause: nil) }
        unsafe self.stream = stream
        unsafe input.discardAll(except: stream)
        let decoder: CodecContext?
        do throws(LibAVError) {
            decoder = try unsafe CodecContext.decoder(for: stream)
        } catch {
            throw file.unreadable("is sound that cannot be decoded", cause: error)
        }
        guard let decoder else { throw file.unreadable("has sound in a format that cannot be decoded", cause: nil) }
        codecName = decoder.name
        codec = decoder
        // FFmpeg 9 trims the end as CAF states it, although these decoders have done so.
        if input.demuxer == "caf", unsafe input.hasNoAddedSamples(stream) { Self.skipNothing(codec) }
        var first: SoundFormat?
        do throws(LibAVError) {
            if try unsafe input.decodeFrame(of: stream, codec, packet: packet, into: frame, &progress) {
                first = frame.soundFormat
                toDrop = unsafe input.leadIn(of: stream, in: frame, fileStart: input.startTime(of: stream))
            }
        } catch {
            throw file.unreadable("is sound that cannot be decoded", cause: error)
        }
        guard let first, first.sampleRate > 0, first.channels > 0 else {
            throw file.unreadable("holds no sound that can be decoded", cause: nil)
        }
        if let channel = file.channel, !(1...Int(first.channels)).contains(channel) {
            throw file.missing(channel, of: Int(first.channels))
        }
        self.sampleRate = sampleRate ?? first.sampleRate
        placement = unsafe SoundPlacement(of: stream, in: input, sampleRate: self.sampleRate)
        holdsFrame = true
        let time = unsafe frame.raw.pointee.pts
        firstTime = time == InputFormat.unknownTime ? nil : time
        // The decoder would trim the end wrongly (SoundBounds).
        if limit != nil, input.demuxer == "ogg" { Self.skipNothing(codec) }
    }

    /// Lets a decoder return all samples, also those that the file says are not of the sound.
    private static func skipNothing(_ codec: borrowing CodecContext) {
        unsafe codec.configure { unsafe $0.flags2 = $0.flags2 | AV_CODEC_FLAG2_SKIP_MANUAL }
    }

    /// The number of samples that the file's header states; `nil` if it does not.
    var statedLength: Int? { unsafe input.statedEnd(of: stream, sampleRate: sampleRate) }
    /// Whether the last packet states which of its samples are not of the sound.
    var statesEnd: Bool { progress.endPadding > 0 }

    /// Returns what is missing of the sound decoded so far; `nil` if nothing.
    ///
    /// - Parameter stated: The number of samples that the file should have, if known.
    func damage(stated: Int?) -> MediaDamage? {
        // A stated length may include what decoders drop: the encoder's delay and the last frame's padding.
        // After damage, less is tolerated.
        let frameSize = unsafe input.frameSize(of: stream)
        // Of a fragmented MP4 file, also what its edit list leaves out.
        let tolerance =
            (progress.startPadding ?? 0)
            + (progress.isDamagedAtEnd ? sampleRate / 100 + 2 * frameSize : sampleRate / 10 + 4 * frameSize)
        // The length counts from the first sample.
        let position = position - (placement.lead ?? 0)
        let missing = stated.flatMap { position + tolerance < $0 ? $0 : nil }
        // What is damaged after the stated length is not sound.
        let isCut = isAtEnd && (stated == nil ? progress.isDamagedAtEnd : missing != nil)
        guard isCut || progress.isDamaged else { return nil }
        return MediaDamage(
            read: duration(position), stated: (stated.flatMap { position < $0 ? $0 : nil }).map(duration),
            isWhole: isCut || isAtEnd && progress.isLastDamaged)
    }

    private func duration(_ count: Int) -> Duration { .seconds(Double(count) / Double(sampleRate)) }

    /// Decodes the next samples; `nil` at the end.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file can no longer be read.
    package func next() throws(FileError) -> SoundChunk? {
        do throws(LibAVError) {
            let chunk = try decode()
            isAtEnd = chunk == nil
            return chunk
        } catch {
            throw file.unreadable("cannot be decoded to its end", cause: error)
        }
    }

    private func decode() throws(LibAVError) -> SoundChunk? {
        while true {
            var chunk = SoundChunk()
            if silence > 0 {
                chunk = .silence(min(silence, Self.longestSilence))
                silence -= chunk.count
            } else if ready.count > 0 {
                swap(&chunk, &ready)
            } else if try nextFrame() {
                let place = position - toDrop
                let isPlaced = frame.soundFormat.sampleRate == sampleRate
                let time = unsafe frame.raw.pointee.pts
                ready = try convert()
                if isPlaced {
                    let known = time == InputFormat.unknownTime ? nil : time
                    let correction = placement.correction(forFrameAt: known, place: place)
                    silence = max(0, correction)
                    toDrop += max(0, -correction)
                }
                toDrop -= ready.takeFirst(toDrop).count
                continue
            } else {
                // Samples held back by the converter if the sample rate changed within the
                // file.
                guard let last = converter else { return nil }
                chunk = last.format.sampleRate == sampleRate ? SoundChunk() : try last.samples.flush()
                converter = nil
            }
            if let limit {
                let end = limit + (placement.lead ?? 0)
                guard position < end else { return nil }
                chunk.keepFirst(end - position)
            }
            guard chunk.count > 0 else { continue }
            position += chunk.count
            return chunk
        }
    }

    /// The most samples of silence that are returned at a time.
    private static let longestSilence = 4096

    /// A sentence about holes and overlaps of what was decoded, for the user; `nil` if there were none.
    var placementWarning: String? { placement.warning(of: file.path) }

    /// Moves a new decoder forward, to a sample at or before a target, without decoding what is before.
    ///
    /// What follows is what decoding from the beginning gives, bit for bit; of AAC, except artificial noise, which
    /// depends on all that was decoded before. Short distances, and sounds for which ``InputFormat`` knows no
    /// ``SoundEntry``, are left alone.
    ///
    /// - Returns: `false` if the file is not as it says, and another decoder is needed.
    func advance(near target: Int) throws(FileError) -> Bool {
        do throws(LibAVError) {
            return try seek(near: target)
        } catch {
            throw file.unreadable("cannot be decoded to its end", cause: error)
        }
    }

    private func seek(near target: Int) throws(LibAVError) -> Bool {
        let start = unsafe frame.raw.pointee.pts
        guard holdsFrame, toDrop == 0, start != InputFormat.unknownTime, frame.soundFormat.sampleRate == sampleRate,
            let entry = unsafe input.soundEntry(of: stream, sampleRate: sampleRate)
        else { return true }
        let goal = target - entry.preroll
        guard goal > Self.leastDistance * sampleRate else { return true }
        let lead = placement.correction(forFrameAt: start, place: 0)
        let time = start + Int64(goal - lead) * entry.ticksPerSample
        codec.flush()
        if entry.readsPackets {
            guard try readPackets(until: time) else { return false }
        } else {
            unsafe input.seek(stream, toTicks: time)
        }
        // What is decoded first may be damaged only because the decoder does not know what was before.
        var prelude = DecodingProgress()
        repeat {
            guard try unsafe input.decodeFrame(of: stream, codec, packet: packet, into: frame, &prelude) else {
                return false
            }
            let now = unsafe frame.raw.pointee.pts
            guard now != InputFormat.unknownTime, now >= start, frame.soundFormat.sampleRate == sampleRate else {
                return false
            }
            position = lead + Int((now - start) / entry.ticksPerSample)
        } while position + frame.sampleCount <= target
        return position <= target
    }

    /// Reads packets up to the one with a time, and begins to decode that one.
    private func readPackets(until time: Int64) throws(LibAVError) -> Bool {
        while input.read(into: packet) {
            defer { packet.clear() }
            guard unsafe packet.stream == Int(stream.pointee.index), unsafe packet.raw.pointee.pts >= time else {
                continue
            }
            _ = try codec.decode(packet)
            return true
        }
        return false
    }

    /// The seconds below which decoding is as fast as seeking.
    private static let leastDistance = 5

    /// Advances to the next decoded frame, including the first.
    private func nextFrame() throws(LibAVError) -> Bool {
        guard !holdsFrame else {
            holdsFrame = false
            return true
        }
        return try unsafe input.decodeFrame(of: stream, codec, packet: packet, into: frame, &progress)
    }

    private func convert() throws(LibAVError) -> SoundChunk {
        let format = frame.soundFormat
        if let converter, converter.format == format { return try converter.samples.convert(frame) }
        var chunk = SoundChunk()
        if let converter, converter.format.sampleRate != sampleRate { chunk = try converter.samples.flush() }
        let fresh = try Converter(from: format, channel: file.channel, to: sampleRate)
        converter = fresh
        chunk.append(try fresh.samples.convert(frame))
        return chunk
    }
}

/// How a sound can be decoded from its middle, with the samples that decoding it from the beginning gives.
struct SoundEntry {
    /// Units of the stream's time base per sample.
    let ticksPerSample: Int64
    /// The samples to decode and drop before the first one that is used, until the decoder has forgotten what it
    /// has not seen.
    let preroll: Int
    /// Whether the packets before are read, not sought, because the format's index is only approximate.
    let readsPackets: Bool
}

extension InputFormat {
    /// How a stream can be decoded from its middle; `nil` if only from the beginning.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - sampleRate: Samples per second.
    func soundEntry(of stream: UnsafePointer<AVStream>, sampleRate: Int) -> SoundEntry? {
        let base = unsafe stream.pointee.time_base
        // A coarser time base, such as Matroska's, does not tell which sample a packet begins with.
        guard base.num == 1, base.den > 0, Int(base.den) % sampleRate == 0,
            let codec = unsafe stream.pointee.codecpar?.pointee.codec_id
        else { return nil }
        let isPCM = (AV_CODEC_ID_PCM_S16LE.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue).contains(codec.rawValue)
        let preroll: Int
        switch codec {
        case _ where isPCM: preroll = 0
        case AV_CODEC_ID_FLAC, AV_CODEC_ID_ALAC: preroll = 0
        // Two of the longest blocks overlap.
        case AV_CODEC_ID_VORBIS: preroll = 4 * 8192
        // A frame may use bits of the 511 bytes before it: some frames of 1152 samples.
        case AV_CODEC_ID_MP3: preroll = 60 * 1152
        // RFC 7845 demands 80 ms until predicted energies and filters are right to the ear. Here every bit is.
        case AV_CODEC_ID_OPUS: preroll = 10 * sampleRate
        // Frames overlap; spectral band replication remembers a few more.
        case AV_CODEC_ID_AAC: preroll = 2 * sampleRate
        default: return nil
        }
        let readsPackets: Bool
        switch demuxer {
        case "wav", "w64", "aiff", "flac", "ogg": readsPackets = false
        case _ where isMP4:
            guard unsafe isPCM || hasEvenTimes(stream) else { return nil }
            readsPackets = false
        // Neither format has an exact index.
        case "mp3", "aac": readsPackets = true
        default: return nil
        }
        return SoundEntry(
            ticksPerSample: Int64(Int(base.den) / sampleRate), preroll: preroll, readsPackets: readsPackets)
    }

    /// Whether the packets of an MP4 stream follow each other without gaps, according to its index.
    ///
    /// Decoded samples are counted without regard to gaps.
    private func hasEvenTimes(_ stream: UnsafePointer<AVStream>) -> Bool {
        let packets = unsafe evenPackets(stream)
        // The last packet may begin anywhere in a file that was cut.
        return packets.count > 2 && packets.even >= packets.count - 1
    }

    /// Returns the number of packets of an MP4 stream, and how many of them, from the first, begin at even distances,
    /// according to its index.
    func evenPackets(_ stream: UnsafePointer<AVStream>) -> (count: CInt, even: CInt) {
        let count = unsafe avformat_index_get_entries_count(stream)
        let mutable = unsafe UnsafeMutablePointer(mutating: stream)
        func time(_ index: CInt) -> Int64? {
            unsafe avformat_index_get_entry(mutable, index)?.pointee.timestamp
        }
        guard count > 1, let first = time(0), let second = time(1), second > first else {
            return (count, min(count, 1))
        }
        let uneven = (1..<count).first { time($0) != first &+ Int64($0) &* (second &- first) }
        return (count, uneven ?? count)
    }
}
