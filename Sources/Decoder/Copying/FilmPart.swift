package import CLibAV
import Files
import Frames
package import LibAV

/// A part of a film, each of whose frames is one picture of the film.
package struct FilmPartRequest: Sendable {
    /// The film's path.
    package let path: String
    /// The length in frames.
    package let count: Int
    /// Whether nothing precedes the part in its new stream.
    package let isFirst: Bool
    /// Whether interlaced pictures stay so.
    package let keepsFields: Bool
    /// The moment of the film that a frame shows; the frames count from 0.
    let time: @Sendable (Int) -> Duration

    /// Describes a part.
    package init(
        path: String, count: Int, isFirst: Bool, keepsFields: Bool, time: @escaping @Sendable (Int) -> Duration
    ) {
        (self.path, self.count, self.isFirst, self.keepsFields) = (path, count, isFirst, keepsFields)
        self.time = time
    }
}

/// Why a film's coded pictures cannot be copied.
package struct CopyObstacle: Error {
    /// The reason, as a clause about the film whose subject is left out: `has no pictures`.
    package let reason: String
}

/// Reads the coded pictures of a part of a film, and makes sure that decoding them alone shows just the frames of the
/// part.
///
/// That is so if each frame shows another picture, the first one begins anew, and all pictures shown in the part are
/// stored together, in the order of decoding. Used on one thread at a time.
@safe package final class FilmPart {
    /// The stream of pictures, valid as long as this object.
    package let stream: UnsafePointer<AVStream>
    /// What the stream has in common with those that it can be joined to.
    package let coded: CodedStream

    private let request: FilmPartRequest
    private let movie: StoredMovie
    private let timing: StreamTiming
    private let picture: CodedPicture
    /// The film's ticks in which the part's first and last frames are, and the one before the first.
    private let begin: (before: Int64, first: Int64)
    /// The frames after ``next`` whose pictures were read before it, in the order of decoding.
    private var ahead: Set<Int> = []
    /// The lowest frame whose picture was not read.
    private var next = 0
    /// The last frame at which the part could have ended.
    private var lastEnd = 0
    /// The number of pictures read.
    private var read = 0
    /// The number of pictures by which decoding must precede showing.
    package private(set) var delay = 0

    /// How far ahead a better place to begin is looked for.
    private static let reach = Duration.seconds(60)

    /// The highest number of pictures between decoding and showing one: 16 in H.264 and HEVC.
    private static let mostAhead = 64

    /// Opens a film and goes to the part's first picture.
    package init(_ request: FilmPartRequest) throws(CopyObstacle) {
        self.request = request
        do throws(FileError) {
            movie = try StoredMovie(path: request.path, isPlayed: true, examinesStreams: true)
        } catch {
            throw CopyObstacle(reason: "cannot be read: \(error.message)")
        }
        guard let pictures = unsafe movie.input.pictures, let parameters = unsafe pictures.pointee.codecpar?.pointee
        else { throw CopyObstacle(reason: "has no pictures") }
        guard movie.input.isMP4 || movie.input.demuxer.hasPrefix("matroska") else {
            throw CopyObstacle(
                reason: "is in the format \(movie.input.demuxer), and only MP4, MOV, MKV and WebM files are copied")
        }
        unsafe stream = pictures
        unsafe movie.input.discardAll(except: pictures)
        coded = unsafe CodedStream(pictures, parameters, in: movie.input)
        picture = unsafe CodedPicture(of: parameters)
        timing = unsafe StreamTiming(of: pictures, in: movie.input)
        let (first, second) = (request.time(0), request.time(1))
        let before = first - (second - first)
        begin = (before < .zero ? Int64.min : timing.ticks(at: before), timing.ticks(at: first))
        if let loss = coded.loss { throw CopyObstacle(reason: "has \(loss), which would be lost") }
        guard picture.hasWholeHeader else {
            throw CopyObstacle(reason: "states its codec's parameters among the pictures rather than in its header")
        }
        if coded.isInterlaced, !request.keepsFields { throw Self.interlaced }
    }

    /// Interlaced pictures, which a timeline deinterlaces.
    static let interlaced = CopyObstacle(
        reason: "is interlaced, and would be deinterlaced (deinterlace: never keeps its fields)")

    /// Reads the next coded picture, in the order of decoding.
    ///
    /// - Returns: The frame that shows it, from 0; `nil` after the last.
    package func next(into packet: borrowing Packet) throws(CopyObstacle) -> Int? {
        if read == 0 { return try findFirst(into: packet) }
        guard next < request.count else { return nil }
        guard readPicture(into: packet) else {
            throw CopyObstacle(reason: "ends after \(next) of the \(request.count) frames")
        }
        let frame = try frame(of: packet)
        guard frame >= 0 else {
            throw CopyObstacle(
                reason: "begins \(place(of: 0)) with a keyframe after which pictures refer to others before it in an "
                    + "open group of pictures")
        }
        guard frame < request.count else {
            throw try endObstacle(packet)
        }
        try note(frame, packet)
        return frame
    }

    /// Reads up to the picture of the first frame.
    private func findFirst(into packet: borrowing Packet) throws(CopyObstacle) -> Int {
        let target = begin.first
        var keyframe: Int64?
        var following: Int64?
        var back = Int64(0)
        // Some files index decoding times instead of presentation times, so the picture found may be too late.
        while target > timing.start {
            unsafe movie.input.seek(stream, toTicks: target - back)
            guard readPicture(into: packet) else { break }
            let time = unsafe packet.raw.pointee.pts
            guard time > target, target - back > timing.start else { break }
            packet.clear()
            back = max(back * 4, timing.ticksPerSecond)
        }
        while unsafe packet.raw.pointee.size > 0 || readPicture(into: packet) {
            let time = unsafe packet.raw.pointee.pts
            let isKey = unsafe packet.raw.pointee.flags & AV_PKT_FLAG_KEY != 0
            if time < target, isKey, picture.beginsAnew(packet, isFirst: false) {
                keyframe = max(keyframe ?? time, time)
            }
            let frame = try frame(of: packet)
            if frame == 0 {
                guard isKey, picture.beginsAnew(packet, isFirst: request.isFirst) else {
                    throw startObstacle(after: keyframe, packet)
                }
                try note(0, packet)
                return 0
            }
            packet.clear()
            if time > target { following = min(following ?? time, time) }
            // Pictures may be stored after later ones, but not after many.
            guard frame < Self.mostAhead else { break }
        }
        let begin = following.map { "; its next one is at \(timing.duration(ofTicks: $0 - timing.start).text)" } ?? ""
        throw CopyObstacle(reason: "has no separate picture for the frame \(place(of: 0))\(begin)")
    }

    /// Reads the next packet of the pictures; `false` at the end of the file.
    ///
    /// Those of other streams were read before they could be discarded.
    private func readPicture(into packet: borrowing Packet) -> Bool {
        while movie.input.read(into: packet) {
            if unsafe packet.stream == Int(stream.pointee.index) { return true }
            packet.clear()
        }
        return false
    }

    /// The frame that shows a packet's picture, which may be outside the part: the first one at or after it.
    private func frame(of packet: borrowing Packet) throws(CopyObstacle) -> Int {
        let (time, flags) = unsafe (packet.raw.pointee.pts, packet.raw.pointee.flags)
        guard time != InputFormat.unknownTime else {
            throw CopyObstacle(reason: "does not state when its pictures are shown")
        }
        guard flags & AV_PKT_FLAG_CORRUPT == 0 else { throw CopyObstacle(reason: "is damaged") }
        if time <= begin.before { return -1 }
        if time <= begin.first { return 0 }
        // Times that a damaged file states may be anything.
        let length = max(1, (request.time(request.count) - request.time(0)).wholeNanoseconds)
        let passed = timing.duration(ofTicks: time &- begin.first).wholeNanoseconds
        guard passed <= length + 10_000_000_000 else { return Int.max }
        var frame = Int(Int128(passed) * Int128(request.count) / Int128(length))
        while timing.ticks(at: request.time(frame)) < time { frame += 1 }
        while frame > 0, timing.ticks(at: request.time(frame - 1)) >= time { frame -= 1 }
        return frame
    }

    /// Notes a picture of the part.
    private func note(_ frame: Int, _ packet: borrowing Packet) throws(CopyObstacle) {
        guard unsafe packet.raw.pointee.flags & AV_PKT_FLAG_DISCARD == 0 else {
            throw CopyObstacle(reason: "hides pictures \(place(of: frame)) by an edit list")
        }
        let changes = [AV_PKT_DATA_NEW_EXTRADATA, AV_PKT_DATA_PARAM_CHANGE].contains {
            unsafe av_packet_get_side_data(packet.raw, $0, nil) != nil
        }
        guard !changes, !picture.changesParameters(packet) else {
            throw CopyObstacle(reason: "changes its codec's parameters \(place(of: frame))")
        }
        guard frame >= next, ahead.insert(frame).inserted else {
            throw CopyObstacle(reason: "has more than one picture for the frame \(place(of: frame))")
        }
        guard ahead.count <= Self.mostAhead else {
            throw CopyObstacle(reason: "has no separate picture for the frame \(place(of: next))")
        }
        delay = max(delay, read - frame)
        read += 1
        while ahead.remove(next) != nil { next += 1 }
        if ahead.isEmpty { lastEnd = next }
    }
}

// MARK: - Obstacles

extension FilmPart {
    /// Where a frame is in the film.
    private func place(of frame: Int) -> String { "at \(request.time(frame).text)" }

    /// Describes a picture that needs others before it, and the keyframes around it.
    ///
    /// - Parameter packet: That picture; overwritten.
    private func startObstacle(after keyframe: Int64?, _ packet: borrowing Packet) -> CopyObstacle {
        var places = keyframe.map { [timing.duration(ofTicks: $0 - timing.start).text] } ?? []
        packet.clear()
        while readPicture(into: packet) {
            defer { packet.clear() }
            let time = unsafe packet.raw.pointee.pts
            guard timing.duration(ofTicks: time &- begin.first) < Self.reach else { break }
            let isKey = unsafe packet.raw.pointee.flags & AV_PKT_FLAG_KEY != 0
            guard time > begin.first, isKey, picture.beginsAnew(packet, isFirst: false) else { continue }
            places.append(timing.duration(ofTicks: time - timing.start).text)
            break
        }
        let advice = places.isEmpty ? "" : "; it could begin at \(places.joined(separator: " or "))"
        return CopyObstacle(reason: "begins \(place(of: 0)) with a picture that needs others before it\(advice)")
    }

    /// Describes a missing picture: it is stored after one that follows the part, to which it may refer; or the film
    /// does not have it.
    ///
    /// - Parameter packet: The picture that follows the part; overwritten.
    private func endObstacle(_ packet: borrowing Packet) throws(CopyObstacle) -> CopyObstacle {
        let missing = next
        var frame = try frame(of: packet)
        for _ in 0..<Self.mostAhead where frame != missing {
            guard frame != Int.max, ahead.insert(frame).inserted else { break }
            packet.clear()
            guard readPicture(into: packet) else { break }
            frame = try self.frame(of: packet)
        }
        guard frame == missing else {
            return CopyObstacle(reason: "has no separate picture for the frame \(place(of: missing))")
        }
        let ends = lastEnd > 0 ? "; it could end \(place(of: lastEnd))" : ""
        return CopyObstacle(
            reason: "ends \(place(of: request.count)) after a picture that needs one after that\(ends)")
    }
}
