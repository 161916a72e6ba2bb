import CLibAV
import Files
import LibAV

/// What a file says of the samples that its encoder has added before the sound and after it.
enum EncoderSamples {
    /// The encoder has added no samples, or they are known and left out.
    case known
    /// The packets say so: those after the sound are known if the last packet states them.
    ///
    /// `beginning` is whether those before it are known.
    case statedByPackets(beginning: Bool)
    /// The file does not say how many there are.
    case unknown
}

/// Where a sound ends, and how exact that is.
struct SoundBounds {
    /// The number of samples, if the decoder alone may return more.
    let limit: Int?
    /// What the file says of the samples around the sound.
    let added: EncoderSamples
    /// The codec and the format, for messages: `AAC (Advanced Audio Coding) in FLV (Flash Video)`.
    let format: String

    /// Reads what a file says of its sound.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - decoder: A decoder of it, at its first sample.
    /// - Throws: ``FileError/Code/unreadableInput`` if it can no longer be read.
    init(of file: SoundtrackFile, _ decoder: SoundtrackDecoder) throws(FileError) {
        let input: InputFormat
        do throws(LibAVError) {
            input = try InputFormat(file.input, as: .media)
        } catch {
            throw file.unreadable("cannot be read again", cause: error)
        }
        guard let stream = unsafe input.sound(file.track) else {
            throw file.unreadable("cannot be read again", cause: nil)
        }
        let format = unsafe input.soundFormatName(of: stream)
        let rate = decoder.sampleRate
        var isOne = true
        if input.isMP4 {
            var ending: (limit: Int, isExact: Bool)?
            let timeScale = try MovieTimeScale(of: file)
            if !MovieBoxes(file.bytes).areSegments {
                do throws(LibAVError) {
                    ending = try unsafe Self.ending(of: stream, in: input, file, sampleRate: rate, timeScale)
                } catch {
                    throw file.unreadable("cannot be read again", cause: error)
                }
            }
            limit = ending?.limit
            added = unsafe input.hasNoAddedSamples(stream) || ending?.isExact == true ? .known : .unknown
        } else if input.demuxer == "ogg", unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_VORBIS {
            isOne = try OggPages(file).areOfOneRecording
            limit = unsafe isOne ? Self.vorbisLength(of: stream, from: decoder.firstTime) : nil
            added = limit == nil ? .unknown : .known
        } else if ["wav", "w64"].contains(input.demuxer), unsafe input.isStoredInBlocks(stream) {
            let header = BlockWaveHeader(try file.firstBytes(WaveHeader.length))
            limit = header?.sampleCount
            added = limit == nil ? .unknown : .known
        } else {
            (limit, added) = unsafe (nil, input.encoderSamples(of: stream))
        }
        self.format = isOne ? format : format + ", in several recordings that follow one another,"
    }

    /// Returns the length of an MP4 file's sound, in samples, and whether it is without what the encoder has added;
    /// `nil` if the file does not state it.
    ///
    /// AAC has frames of 1024 samples, and MP4 states the padding of the last one, which
    /// libav's decoder returns as sound. Other formats' decoders trim the padding.
    private static func ending(
        of stream: UnsafePointer<AVStream>, in input: borrowing InputFormat, _ file: SoundtrackFile, sampleRate: Int,
        _ timeScale: MovieTimeScale?
    ) throws(LibAVError) -> (limit: Int, isExact: Bool)? {
        guard let stated = unsafe input.statedLength(of: stream, sampleRate: sampleRate) else { return nil }
        unsafe input.discardAll(except: stream)
        // What is before the file's start is not played.
        let early = unsafe Int(max(0, input.startTime(of: stream) - stream.pointee.start_time))
        let timeBase = unsafe stream.pointee.time_base
        let isCounted = timeBase.num == 1 && Int(timeBase.den) == sampleRate
        let played = isCounted ? stated - early : stated
        let skipped = input.leadIn(try Packet())
        // An MP4 states its length twice. The edit list is often rounded to the millisecond.
        // The stored duration minus the encoder's delay is exact if the writer shortened the
        // last frame, so it is preferred where both agree up to QuickTime's 1/600 s, the
        // coarsest rounding in use.
        let whole = try InputFormat(file.input, as: .media, ignoresEditList: true)
        guard let wholeStream = unsafe whole.sound(file.track),
            let stored = unsafe whole.statedLength(of: wholeStream, sampleRate: sampleRate)
        else { return (played, false) }
        let frameSize = unsafe whole.frameSize(of: wholeStream)
        let exact = stored - skipped - (isCounted ? early : 0)
        // Of other codecs, libavformat states the delay, but not the padding. FFmpeg may give Opus another time base,
        // in which its delay is not that of the samples.
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        let isStated = [AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_OPUS].contains(codec)
        // In a copy of times that were rounded, as Matroska's are to the millisecond, another frame than the last is
        // shorter too, and the end is rounded.
        let packets = unsafe whole.evenPackets(wholeStream)
        let isRounded = isStated && packets.even < packets.count
        let isShortened =
            unsafe frameSize <= 1
            ? isStated || input.hasNoAddedSamples(stream) : stored % frameSize != 0 && !isRounded
        if let gapless = GaplessTag(input.tag("iTunSMPB")), skipped == gapless.before,
            gapless.before + gapless.count + gapless.after == stored
        {
            return (gapless.count, true)
        }
        let coarsest = sampleRate / 600
        // A file that was copied without encoding may lack the end in its last frame, and state it in the edit list,
        // rounded, or not at all.
        let isEndStated =
            isShortened || played < exact - coarsest && timeScale.map { $0.unitsPerSecond >= sampleRate } ?? false
        return (
            isShortened && abs(exact - played) <= coarsest ? exact : played,
            isStated && isCounted && !isRounded && (skipped > 0 || early > 0) && isEndStated
        )
    }

    /// Returns the length of Vorbis in Ogg; `nil` if the file does not state it.
    ///
    /// libavformat and its decoder trim a sound of few pages wrongly: they count samples of the first packet, which has
    /// none, and do not trim a sound of one page. The last page states the end (Vorbis I, A.2).
    ///
    /// - Parameter first: The time of the first decoded frame.
    private static func vorbisLength(of stream: UnsafePointer<AVStream>, from first: Int64?) -> Int? {
        let (start, length) = unsafe (stream.pointee.start_time, stream.pointee.duration)
        guard length > 0, start >= 0, let first else { return nil }
        let begin = start > 0 ? first : 0
        let (end, overflow) = start.addingReportingOverflow(length)
        guard !overflow, end > begin else { return nil }
        return Int(end - begin)
    }
}

extension InputFormat {
    /// What the format says of samples that the encoder has added to a stream.
    ///
    /// ADTS, AC-3, MPEG-TS, FLV, AVI, WAV and others have no place for that, and some MP3 files have no LAME tag. With
    /// such a tag, libav gives the first sample a time above 0.
    fileprivate func encoderSamples(of stream: UnsafePointer<AVStream>) -> EncoderSamples {
        guard unsafe !hasNoAddedSamples(stream) else { return .known }
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        switch demuxer {
        case "ogg": return codec == AV_CODEC_ID_OPUS ? .known : .unknown
        case "mp3": return .statedByPackets(beginning: unsafe stream.pointee.start_time > 0)
        case "matroska,webm" where codec == AV_CODEC_ID_OPUS: return .known
        case "matroska,webm":
            // Vorbis's decoder leaves out what is before the sound.
            let isStated = unsafe stream.pointee.start_time < 0 && stream.pointee.codecpar.pointee.initial_padding > 0
            return .statedByPackets(beginning: codec == AV_CODEC_ID_VORBIS || isStated)
        default: return .unknown
        }
    }

    /// Whether a stream's codec stores exactly the samples of the sound.
    func hasNoAddedSamples(_ stream: UnsafePointer<AVStream>) -> Bool {
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        if (AV_CODEC_ID_PCM_S16LE.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue).contains(codec.rawValue) { return true }
        // WavPack may be lossy, but has all samples.
        guard codec != AV_CODEC_ID_WAVPACK else { return true }
        let properties = unsafe avcodec_descriptor_get(codec)?.pointee.props ?? 0
        return properties & (AV_CODEC_PROP_LOSSLESS | AV_CODEC_PROP_LOSSY) == AV_CODEC_PROP_LOSSLESS
    }

    /// Whether a stream's codec stores blocks of samples, of which the last may hold more than the sound.
    fileprivate func isStoredInBlocks(_ stream: UnsafePointer<AVStream>) -> Bool {
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        return codec == AV_CODEC_ID_GSM_MS
            || (AV_CODEC_ID_ADPCM_IMA_QT.rawValue..<AV_CODEC_ID_AMR_NB.rawValue).contains(codec.rawValue)
    }

    /// The codec and the format of a stream, for messages.
    fileprivate func soundFormatName(of stream: UnsafePointer<AVStream>) -> String {
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        let name = unsafe avcodec_descriptor_get(codec)?.pointee.long_name.map { unsafe String(cString: $0) }
        let container = unsafe raw.pointee.iformat?.pointee.long_name.map { unsafe String(cString: $0) }
        return [name, container].compactMap(\.self).joined(separator: " in ")
    }
}

/// The header of a RIFF wave file whose samples are stored in blocks: ADPCM and GSM.
///
/// Its `fact` chunk states the number of samples.
/// Source: Microsoft, Multimedia Data Standards Update 1994.
struct BlockWaveHeader {
    /// The number of samples, where the last block has more; `nil` if the header states whole blocks, as FFmpeg's does.
    let sampleCount: Int?

    /// Reads a header.
    ///
    /// - Parameter bytes: The file's first bytes.
    /// - Returns: `nil` if it is not such a file, or its chunks contradict each other.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) else { return nil }
        var place = 12
        var block: (bytes: Int, samples: Int)?
        var stated: Int?
        while place + 8 <= bytes.count {
            let name = bytes[place..<place + 4]
            let size = WaveHeader.number(bytes[place + 4..<place + 8])
            let content = bytes[(place + 8)...]
            if name.elementsEqual("fmt ".utf8), content.count >= 20 {
                // MS ADPCM, IMA ADPCM and GSM 6.10 state the samples of a block after the length of the rest.
                guard [0x02, 0x11, 0x31].contains(WaveHeader.number(content.prefix(2))) else { return nil }
                block = (
                    WaveHeader.number(content.dropFirst(12).prefix(2)),
                    WaveHeader.number(content.dropFirst(18).prefix(2))
                )
            } else if name.elementsEqual("fact".utf8), content.count >= 4 {
                stated = WaveHeader.number(content.prefix(4))
            } else if name.elementsEqual("data".utf8) {
                guard let block, let stated, block.bytes > 0, block.samples > 0 else { return nil }
                let most = (size + block.bytes - 1) / block.bytes * block.samples
                guard (most - block.samples + 1...most).contains(stated) else { return nil }
                sampleCount = stated < most ? stated : nil
                return
            }
            // Chunks are padded to an even length.
            place += 8 + size + size % 2
        }
        return nil
    }
}

/// The samples of a sound, and those that its encoder has added, as iTunes writes them into a tag.
private struct GaplessTag {
    let (before, after, count): (Int, Int, Int)

    /// Reads the tag `iTunSMPB`: hexadecimal numbers, the second to the fourth of which are these.
    init?(_ text: String) {
        let numbers = text.split(separator: " ").prefix(4).compactMap { Int($0, radix: 16) }
        guard numbers.count == 4, numbers[1...].allSatisfy({ 0...(1 << 48) ~= $0 }) else { return nil }
        (before, after, count) = (numbers[1], numbers[2], numbers[3])
    }
}

/// The unit in which an MP4 file states the lengths of its edit lists.
///
/// Source: ISO/IEC 14496-12, 8.2.2.
struct MovieTimeScale {
    /// Units per second.
    let unitsPerSecond: Int

    /// Reads the movie header.
    ///
    /// - Returns: `nil` if the header is not where it is expected.
    /// - Throws: ``FileError/Code/unreadableInput`` if the file can no longer be read.
    init?(of file: SoundtrackFile) throws(FileError) {
        guard let box = MovieBoxes(file.bytes).first(where: { $0.name == "moov" }) else { return nil }
        let content = try file.bytes(40, at: box.range.lowerBound + 8)
        guard content.count == 40, content[4..<8].elementsEqual("mvhd".utf8) else { return nil }
        // Two times of four bytes come before, or of eight in version 1.
        let start = content[8] == 1 ? 28 : 20
        unitsPerSecond = MovieBoxes.number(content[start..<start + 4])
    }
}

/// The first and last pages of an Ogg file.
///
/// Source: RFC 3533.
struct OggPages {
    /// Whether the file holds one recording, rather than several that follow one another, each with times from 0.
    let areOfOneRecording: Bool

    /// The size of the largest page, and of its header without the table of its segments.
    private static let (largest, header) = (65_307, 27)

    /// Reads the pages.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file can no longer be read.
    init(_ file: SoundtrackFile) throws(FileError) {
        let (first, last) = (try file.firstBytes(Self.largest), try file.lastBytes(2 * Self.largest))
        var serials: Set<Int> = []
        var place = 0
        // The pages that begin streams come first.
        while let page = Self.page(first, at: place), page.flags & 2 != 0 {
            serials.insert(page.serial)
            place = page.end
        }
        var end = last.count - Self.header
        while end >= 0, Self.page(last, at: end) == nil { end -= 1 }
        areOfOneRecording = Self.page(last, at: end).map { serials.contains($0.serial) } ?? false
    }

    private static func page(_ bytes: [UInt8], at place: Int) -> (flags: UInt8, serial: Int, end: Int)? {
        guard place >= 0, place + header <= bytes.count, bytes[place...].starts(with: "OggS".utf8) else { return nil }
        let segments = place + header..<place + header + Int(bytes[place + 26])
        guard segments.upperBound <= bytes.count else { return nil }
        let end = bytes[segments].reduce(segments.upperBound) { $0 + Int($1) }
        return (bytes[place + 5], WaveHeader.number(bytes[place + 14..<place + 18]), end)
    }
}
