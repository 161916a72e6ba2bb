package import CLibAV
package import LibAV

/// Decodes the pictures of a movie one after another, deinterlaced.
///
/// A picture is the same whether the movie was decoded from its beginning or from a keyframe shortly before. Use from
/// one thread at a time.
@safe package final class PictureStream {
    /// How far the file has been read.
    package private(set) var progress = DecodingProgress()

    /// The times of the first and the last picture that damage inside the film affects; `nil` without damage.
    private(set) var damaged: ClosedRange<Int64>?

    private var movie: StoredMovie
    /// A stream of ``movie``, valid as long as that is.
    private var stream: UnsafePointer<AVStream>
    private var decoder: CodecContext
    private let packet: Packet
    private let deinterlacer: Deinterlacer
    private let start: Int64
    /// Pictures that are complete, but not returned yet.
    private var pending: ArraySlice<DecodedPicture> = []
    /// The time of the picture decoded last, since the last seek.
    private var last: Int64?
    /// The time of the movie's first picture; `nil` until it is decoded.
    private var first: Int64?
    /// The time of the picture after which decoding goes on once that one is decoded again.
    private var resumption: Int64?
    /// Whether decoding began at the movie's beginning, and whether it has come to the end.
    private var (isFromBeginning, hasEnded) = (true, false)

    /// Creates the decoder of a movie that has not been read yet.
    ///
    /// - Parameters:
    ///   - movie: The movie.
    ///   - stream: Its pictures.
    ///   - decoder: Their decoder.
    ///   - deinterlacing: Which pictures are deinterlaced.
    package init(
        of movie: StoredMovie, _ stream: UnsafePointer<AVStream>, _ decoder: consuming CodecContext,
        _ deinterlacing: Deinterlacing = .automatic
    ) throws(LibAVError) {
        self.movie = movie
        unsafe self.stream = stream
        self.decoder = decoder
        packet = try Packet()
        start = unsafe movie.input.startTime(of: stream)
        deinterlacer = unsafe Deinterlacer(deinterlacing, of: stream, path: movie.path)
    }

    /// Why interlaced pictures are not deinterlaced, for the user, as sentences.
    package var warnings: [String] { deinterlacer.warning.map { [$0] } ?? [] }

    /// Prepares to decode from where the file has been seeked to.
    package func restart() {
        isFromBeginning = false
        forget()
    }

    /// Prepares to decode the same movie, opened again, from its beginning.
    package func restart(_ movie: StoredMovie, _ stream: UnsafePointer<AVStream>) {
        self.movie = movie
        unsafe self.stream = stream
        isFromBeginning = true
        forget()
    }

    private func forget() {
        progress.noteSeek()
        decoder.flush()
        deinterlacer.restart()
        pending.removeAll()
        (last, resumption, hasEnded) = (nil, nil, false)
    }

    /// Decodes the next picture, skipping damaged data; `nil` at the end.
    package func next() throws(LibAVError) -> DecodedPicture? {
        while pending.isEmpty, !hasEnded {
            let frame = try MediaFrame()
            let hasFrame = try unsafe movie.input.decodeFrame(
                of: stream, decoder, packet: packet, into: frame, &progress)
            if decoder.hasHiddenDamage, try decodeWithOneThread() { continue }
            if hasFrame {
                let time = time(of: frame)
                if let resumption, time <= resumption { continue }
                resumption = nil
                last = time
                if progress.isDamagedInside {
                    damaged = min(time, damaged?.lowerBound ?? time)...max(time, damaged?.upperBound ?? time)
                }
                if isFromBeginning, first == nil { first = time }
                let isFirst = first.map { time <= $0 } ?? false
                pending += try deinterlacer.add(DecodedPicture(frame, time: time), isFirst: isFirst)
            } else {
                hasEnded = true
                pending += try deinterlacer.end()
            }
        }
        return pending.popFirst()
    }

    /// Decodes what follows the last picture again, with one thread, whose pictures say whether they are damaged.
    ///
    /// The pictures before were decoded completely when they were returned.
    ///
    /// - Returns: `false` if that is not possible.
    private func decodeWithOneThread() throws(LibAVError) -> Bool {
        guard movie.input.canSeek, let decoder = try unsafe decoder.withOneThread(for: stream) else { return false }
        self.decoder = decoder
        // Far enough before the picture that files which index decoding times are right too.
        let target = last.map { unsafe max(start, $0 &- Int64(stream.pointee.time_base.den)) } ?? start
        unsafe movie.input.seek(stream, toTicks: target)
        progress.noteSeek()
        resumption = last
        return true
    }

    /// The presentation time of a picture; one without a time follows the previous one directly.
    private func time(of frame: borrowing MediaFrame) -> Int64 {
        let stated = unsafe frame.raw.pointee.best_effort_timestamp
        return stated == InputFormat.unknownTime ? last.map { $0 + 1 } ?? start : stated
    }
}
