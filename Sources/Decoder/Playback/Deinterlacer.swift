import CLibAV
import Files
import Frames
import LibAV

/// Deinterlaces the pictures of a movie that are interlaced.
///
/// A deinterlaced picture depends on the pictures before and after it. It is therefore returned late, and left out if
/// decoding began with it in the middle of the movie. Progressive pictures pass unchanged, and cost nothing until the
/// first interlaced one. Use from one thread at a time.
final class Deinterlacer {
    /// Why interlaced pictures are not deinterlaced, for the user; `nil` if all are, or if no picture is interlaced.
    private(set) var warning: String?

    private let deinterlacing: Deinterlacing
    private let path: String
    /// Whether the file, rather than each picture, says that pictures are interlaced.
    private let isStatedByFile: Bool
    private let isTopFirst: Bool
    /// Whether the file has a picture for each field.
    private let hasFieldPictures: Bool

    private var filter: (filter: DeinterlacingFilter, format: PictureFormat)?
    /// The picture before the first one in the filter.
    private var previous: DecodedPicture?
    /// The times of the pictures in the filter, in order; `nil` for those that are left out.
    private var times: ArraySlice<Int64?> = []

    /// The codecs whose pictures say themselves whether they are interlaced.
    ///
    /// Decoders of others, such as uncompressed video and Motion JPEG, rely on the file.
    private static let tellingCodecs = [
        AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_H264, AV_CODEC_ID_HEVC,
        AV_CODEC_ID_VC1, AV_CODEC_ID_WMV3, AV_CODEC_ID_PRORES, AV_CODEC_ID_DVVIDEO, AV_CODEC_ID_DNXHD,
        AV_CODEC_ID_FFV1,
    ]

    /// Creates the deinterlacer of a stream.
    init(_ deinterlacing: Deinterlacing, of stream: UnsafePointer<AVStream>, path: String) {
        self.deinterlacing = deinterlacing
        self.path = path
        let parameters = unsafe stream.pointee.codecpar
        let (codec, order) =
            unsafe parameters.map { unsafe ($0.pointee.codec_id, $0.pointee.field_order) }
            ?? (AV_CODEC_ID_NONE, AV_FIELD_UNKNOWN)
        let isInterlaced = ![AV_FIELD_UNKNOWN, AV_FIELD_PROGRESSIVE].contains(order)
        isStatedByFile = isInterlaced && !Self.tellingCodecs.contains(codec)
        // Libavformat's names begin with the field that is stored first; of the rows of a whole picture, it is always
        // the upper one (Apple, Ice Floe 19, and libavcodec's rawdec.c).
        isTopFirst = ![AV_FIELD_BB, AV_FIELD_BT].contains(order)
        hasFieldPictures = codec == AV_CODEC_ID_HEVC
    }

    /// Forgets the pictures before a seek.
    func restart() {
        (filter, previous, times) = (nil, nil, [])
    }

    /// Adds the next picture.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - isFirst: Whether it is the first of the movie.
    /// - Returns: The pictures that are complete.
    func add(_ picture: DecodedPicture, isFirst: Bool) throws(LibAVError) -> [DecodedPicture] {
        let isInterlaced = isInterlaced(picture.frame)
        var complete: [DecodedPicture] = []
        if filter?.format.isLike(picture.frame) == false { complete = try end() }
        if filter == nil {
            guard isInterlaced, let opened = try open(for: picture.frame) else {
                previous = picture
                return complete + [picture]
            }
            filter = opened
            var isLeftOut = !isFirst
            if let previous {
                isLeftOut = false
                if opened.format.isLike(previous.frame) {
                    times.append(nil)
                    try opened.filter.sendPredecessor(previous.frame)
                }
            }
            times.append(isLeftOut ? nil : picture.time)
        } else {
            times.append(picture.time)
        }
        previous = picture
        if isInterlaced, !picture.frame.isInterlaced { picture.frame.markInterlaced(isTopFirst: isTopFirst) }
        try filter?.filter.send(picture.frame)
        return try complete + receive()
    }

    /// Returns the last pictures.
    func end() throws(LibAVError) -> [DecodedPicture] {
        guard let filter else { return [] }
        try filter.filter.sendEnd()
        let last = try receive()
        self.filter = nil
        times.removeAll()
        return last
    }

    private func receive() throws(LibAVError) -> [DecodedPicture] {
        var complete: [DecodedPicture] = []
        while let filter {
            let frame = try MediaFrame()
            guard try filter.filter.receive(into: frame) else { break }
            if let time = times.popFirst() ?? nil { complete.append(DecodedPicture(frame, time: time)) }
        }
        return complete
    }

    private func isInterlaced(_ frame: borrowing MediaFrame) -> Bool {
        switch deinterlacing {
        case .never: return false
        case .always: return true
        case .automatic: break
        }
        guard isStatedByFile || frame.isInterlaced else { return false }
        guard !hasFieldPictures else {
            warning =
                "'\(path)' is interlaced HEVC, which stores each field as a picture: each is shown as a picture of half "
                + "the height. Convert the file to progressive pictures first."
            return false
        }
        return true
    }

    /// Opens the filter for pictures like one; `nil`, with a warning, if that is impossible.
    private func open(
        for frame: borrowing MediaFrame
    ) throws(LibAVError) -> (filter: DeinterlacingFilter, format: PictureFormat)? {
        let format = PictureFormat(of: frame)
        let fewest = DeinterlacingFilter.fewest
        guard format.size.width >= fewest.columns, format.size.height >= fewest.rows else {
            warning = "'\(path)' is interlaced, but too small to be deinterlaced: \(format.size)."
            return nil
        }
        do throws(FileError) {
            try DeinterlacingFilter.check()
        } catch {
            warning = "'\(path)' is interlaced and is shown with the rows of both fields: \(error.message)"
            return nil
        }
        return (try DeinterlacingFilter(for: format), format)
    }
}

extension PictureFormat {
    /// Whether a picture has the same size and pixel format.
    fileprivate func isLike(_ frame: borrowing MediaFrame) -> Bool {
        let other = PictureFormat(of: frame)
        return size == other.size && pixelFormat == other.pixelFormat
    }
}
