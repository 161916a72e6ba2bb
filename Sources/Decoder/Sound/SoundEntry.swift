import CLibAV
import LibAV

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
        let count = unsafe avformat_index_get_entries_count(stream)
        let mutable = unsafe UnsafeMutablePointer(mutating: stream)
        func time(_ index: CInt) -> Int64? {
            unsafe avformat_index_get_entry(mutable, index)?.pointee.timestamp
        }
        guard count > 2, let first = time(0), let second = time(1), second > first else { return false }
        // The last packet may begin anywhere in a file that was cut.
        return (1..<count - 1).allSatisfy { time($0) == first + Int64($0) * (second - first) }
    }
}
