import CLibAV
import LibAV

/// What the bytes of a coded picture say without being decoded.
///
/// libavformat's keyframes include pictures after which others still refer to pictures before them: recovery points in
/// H.264 and open groups of pictures in HEVC.
@safe struct CodedPicture {
    private let codec: AVCodecID
    /// The bytes of the length before each unit of H.264 and HEVC; `nil` if the stream does not state it.
    private let lengthSize: Int?
    /// The parameter sets of H.264 and HEVC that the stream's header states.
    private let parameterSets: [[UInt8]]

    /// Reads a stream's header.
    init(of parameters: AVCodecParameters) {
        codec = unsafe parameters.codec_id
        let header = unsafe [UInt8](
            UnsafeBufferPointer(start: parameters.extradata, count: max(0, Int(parameters.extradata_size))))
        switch codec {
        case AV_CODEC_ID_H264: (lengthSize, parameterSets) = Self.configuration(ofH264: header)
        case AV_CODEC_ID_HEVC: (lengthSize, parameterSets) = Self.configuration(ofHEVC: header)
        default: (lengthSize, parameterSets) = (nil, [])
        }
    }

    /// Whether the header holds all that a decoder needs before the first picture.
    var hasWholeHeader: Bool {
        let least = codec == AV_CODEC_ID_H264 ? 2 : codec == AV_CODEC_ID_HEVC ? 3 : 0
        return parameterSets.count >= least
    }

    /// Whether no picture from this one on, in the order of the stream, needs one before it.
    ///
    /// - Parameters:
    ///   - packet: The picture, a keyframe according to its file.
    ///   - isFirst: Whether nothing precedes the picture in its new stream.
    func beginsAnew(_ packet: borrowing Packet, isFirst: Bool) -> Bool {
        let bytes = unsafe UnsafeBufferPointer(start: packet.raw.pointee.data, count: Int(packet.raw.pointee.size))
        switch codec {
        case AV_CODEC_ID_H264:
            // The first slice is that of an IDR picture (ITU-T H.264, table 7-1).
            return unsafe units(of: bytes).lazy.map { unsafe bytes[$0.lowerBound] & 0x1f }.first {
                (1...5).contains($0)
            }
                == 5
        case AV_CODEC_ID_HEVC:
            // An IDR picture, or a CRA picture, whose order number only counts anew at a stream's beginning (ITU-T H.265,
            // table 7-1 and 8.1.3).
            let type = unsafe units(of: bytes).lazy.map { unsafe bytes[$0.lowerBound] >> 1 & 0x3f }.first { $0 < 32 }
            return type == 19 || type == 20 || type == 21 && isFirst
        case AV_CODEC_ID_VP9: return unsafe Self.isKeyVP9(bytes)
        case AV_CODEC_ID_AV1: return unsafe Self.isKeyAV1(bytes)
        default: return true
        }
    }

    /// Whether a picture brings parameter sets that the stream's header does not have.
    func changesParameters(_ packet: borrowing Packet) -> Bool {
        let types: Set<UInt8>
        switch codec {
        case AV_CODEC_ID_H264: types = [7, 8]
        case AV_CODEC_ID_HEVC: types = [32, 33, 34]
        default: return false
        }
        let bytes = unsafe UnsafeBufferPointer(start: packet.raw.pointee.data, count: Int(packet.raw.pointee.size))
        for unit in unsafe units(of: bytes) {
            let type =
                unsafe codec == AV_CODEC_ID_H264
                ? bytes[unit.lowerBound] & 0x1f : bytes[unit.lowerBound] >> 1 & 0x3f
            guard types.contains(type) else { continue }
            if unsafe !parameterSets.contains(Array(bytes[unit])) { return true }
        }
        return false
    }

    /// The places of the units in a packet, which follow their lengths (ISO/IEC 14496-15, 5.3.3 and 8.3.3).
    private func units(of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        guard let lengthSize else { return [] }
        var units: [Range<Int>] = []
        var place = 0
        while place + lengthSize < bytes.count {
            let length = (place..<place + lengthSize).reduce(0) { unsafe $0 << 8 | Int(bytes[$1]) }
            place += lengthSize
            guard length > 0, length <= bytes.count - place else { break }
            units.append(place..<place + length)
            place += length
        }
        return units
    }
}

// MARK: - Headers

extension CodedPicture {
    /// The parts of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.2.1).
    private static func configuration(ofH264 header: [UInt8]) -> (Int?, [[UInt8]]) {
        guard header.count > 6, header[0] == 1 else { return (nil, []) }
        var (sets, place): ([[UInt8]], Int) = ([], 5)
        for mask in [UInt8(0x1f), 0xff] where place < header.count {
            let count = header[place] & mask
            place += 1
            guard take(Int(count), from: header, &place, into: &sets) else { break }
        }
        return (Int(header[4] & 3) + 1, sets)
    }

    /// The parts of an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.2.1).
    private static func configuration(ofHEVC header: [UInt8]) -> (Int?, [[UInt8]]) {
        guard header.count > 22, header[0] == 1 else { return (nil, []) }
        var (sets, place): ([[UInt8]], Int) = ([], 23)
        for _ in 0..<header[22] where place + 3 <= header.count {
            let (type, count) = (header[place] & 0x3f, Int(header[place + 1]) << 8 | Int(header[place + 2]))
            place += 3
            var own: [[UInt8]] = []
            guard take(count, from: header, &place, into: &own) else { break }
            if (32...34).contains(type) { sets += own }
        }
        return (Int(header[21] & 3) + 1, sets)
    }

    /// Takes parameter sets, each after its length in two bytes; `false` if some are missing.
    private static func take(
        _ count: Int, from header: [UInt8], _ place: inout Int, into sets: inout [[UInt8]]
    ) -> Bool {
        for _ in 0..<count {
            guard place + 2 <= header.count else { return false }
            let length = Int(header[place]) << 8 | Int(header[place + 1])
            place += 2
            guard length <= header.count - place else { return false }
            sets.append(Array(header[place..<place + length]))
            place += length
        }
        return true
    }

    /// Whether a packet's first frame is a key frame (VP9 bitstream specification, 6.2).
    private static func isKeyVP9(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = unsafe bytes.first, first >> 6 == 2 else { return false }
        // In profile 3, a reserved bit precedes the two.
        let shift: UInt8 = first & 0x30 == 0x30 ? 1 : 2
        return first >> shift & 3 == 0
    }

    /// Whether a packet's first frame is a key frame that is shown at once (AV1 bitstream specification, 5.3 and 5.9.2).
    private static func isKeyAV1(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while place < bytes.count {
            let header = unsafe bytes[place]
            let (type, hasExtension, hasSize) = (header >> 3 & 15, header & 4 != 0, header & 2 != 0)
            place += hasExtension ? 2 : 1
            var (length, shift) = (0, 0)
            while hasSize, place < bytes.count, shift < 35 {
                let byte = unsafe bytes[place]
                length |= Int(byte & 0x7f) << shift
                (place, shift) = (place + 1, shift + 7)
                if byte & 0x80 == 0 { break }
            }
            if !hasSize { length = bytes.count - place }
            guard place < bytes.count else { return false }
            // A frame, or its header: it is a new one, of type 0, and shown.
            if type == 3 || type == 6 { return unsafe bytes[place] >> 4 == 1 }
            place += length
        }
        return false
    }
}
