import CLibAV
import Files
import Frames
import LibAV

/// The coded pictures of parts of films that are joined to one stream without being encoded.
package struct CopiedPictures: Sendable {
    /// The parts, in order.
    package let parts: [FilmPartRequest]
    /// What the parts' streams have in common.
    package let stream: CodedStream
    /// The number of pictures by which decoding must precede showing.
    package let delay: Int
    /// The number of pictures.
    package var count: Int { parts.reduce(0) { $0 + $1.count } }

    /// Why the pictures of parts cannot be joined.
    package struct Obstacle: Error {
        /// The number of the part, from 0.
        package let part: Int
        /// The reason, as in ``CopyObstacle``.
        package let reason: String
    }

    /// Reads the parts' coded pictures, and checks that each frame has one, that nothing else is needed to decode them,
    /// and that the parts are alike.
    ///
    /// - Parameter refusal: Why a stream cannot be used, as in ``CopyObstacle``; `nil` if it can.
    package init(_ parts: [FilmPartRequest], refusal: (CodedStream) -> String?) throws(Obstacle) {
        self.parts = parts
        var (first, delay): (CodedStream?, Int) = (nil, 0)
        for (index, part) in parts.enumerated() {
            do throws(CopyObstacle) {
                let film = try FilmPart(part)
                if let reason = refusal(film.coded) { throw CopyObstacle(reason: reason) }
                if let difference = first?.difference(from: film.coded) {
                    throw CopyObstacle(reason: "differs from the first film in its \(difference)")
                }
                first = first ?? film.coded
                try Self.check(film)
                delay = max(delay, film.delay)
                try Self.checkFirstPicture(of: part)
            } catch {
                throw Obstacle(part: index, reason: error.reason)
            }
        }
        guard let first else { throw Obstacle(part: 0, reason: "has no frames") }
        (stream, self.delay) = (first, delay)
    }

    private static func check(_ film: FilmPart) throws(CopyObstacle) {
        let packet = try CopyObstacle.describing { () throws(LibAVError) in try Packet() }
        while try film.next(into: packet) != nil {
            packet.clear()
            guard !Task.isCancelled else { throw CopyObstacle(reason: "was not read to its end") }
        }
    }

    /// Decodes a part's first picture, which says what the header does not.
    private static func checkFirstPicture(of part: FilmPartRequest) throws(CopyObstacle) {
        let movie: StoredMovie
        do throws(FileError) {
            movie = try StoredMovie(path: part.path, isPlayed: true, examinesStreams: true)
        } catch {
            throw CopyObstacle(reason: "cannot be read: \(error.message)")
        }
        guard let stream = unsafe movie.input.pictures else { throw CopyObstacle(reason: "has no pictures") }
        unsafe movie.input.discardAll(except: stream)
        let picture = try CopyObstacle.describing { () throws(LibAVError) in
            guard let decoder = try unsafe CodecContext.playbackDecoder(for: stream, mostPixels: mostPixels) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_find_decoder")
            }
            let pictures = try unsafe PictureStream(of: movie, stream, decoder, .never)
            let timing = unsafe StreamTiming(of: stream, in: movie.input)
            if part.time(0) > .zero {
                unsafe movie.input.seek(stream, toTicks: timing.ticks(at: part.time(0)))
                pictures.restart()
            }
            guard let picture = try pictures.next() else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
            }
            return picture
        }
        if PictureFormat(of: picture.frame).hasAlpha {
            throw CopyObstacle(reason: "has an alpha channel, which the canvas lacks")
        }
        if !part.keepsFields, unsafe recorder_is_interlaced(picture.frame.raw) != 0 { throw FilmPart.interlaced }
    }

    /// The maximum number of pixels of a picture.
    private static let mostPixels: Int64 = 16_384 * 16_384
}

extension CopyObstacle {
    /// Runs an operation of libav's; its error is the reason.
    fileprivate static func describing<Value: ~Copyable>(
        _ body: () throws(LibAVError) -> Value
    ) throws(CopyObstacle) -> Value {
        do throws(LibAVError) { return try body() } catch {
            throw CopyObstacle(reason: "cannot be decoded (\(error))")
        }
    }
}
