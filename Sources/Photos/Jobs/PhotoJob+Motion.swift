internal import Encoder
private import Files
private import Glibc

extension PhotoJob {
    /// Creates a Motion Photo: the still, followed by the movie.
    func makeMotionPhoto(_ source: ClipSource, _ clip: Clip) throws -> PhotoSummary {
        let output = try motionPhoto()
        do {
            let hidden = try output.makeHiddenFolder()
            defer { hidden.remove() }
            let clipPlace = OutputPlace("\(hidden.path)/clip.mp4", named: output.path)
            let still = try interruptibly { try source.still(of: clip) }
            let movie: FileEditor
            let microseconds: Int
            if plan.keepsFile, source.isMP4 {
                movie = try FileEditor(opening: OutputPlace(plan.movie), forReading: true)
                microseconds = clip.stillMicroseconds
                if source.namesItsOrigin {
                    onEvent(
                        .warning(
                            "the video in the photo reveals where and how it was recorded; with --from 0s "
                                + "it is copied without that."))
                }
            } else {
                try source.copy(clip, to: clipPlace, as: .mp4) { try hear(frames: $0, of: clip) }
                try ClipFile(clipPlace).limitPlayback(clip)
                movie = try FileEditor(opening: clipPlace, forReading: true)
                microseconds = clip.stillMicrosecondsInClip
            }
            let length = try movie.length()
            let picture = try MotionPhotoPicture.bytes(
                of: still.jpeg, movieLength: length, presentedAt: microseconds)
            try write(picture, and: movie, length: length, to: output.temporaryPlace)
            let path = try output.commit()
            return summary(
                source, clip, size: still.size, bytes: picture.count + length, bundle: nil, picture: path, movie: nil)
        } catch {
            output.discard()
            throw error
        }
    }

    /// The number of bytes copied at a time.
    private static let chunk = 1 << 20

    private func write(_ picture: [UInt8], and movie: FileEditor, length: Int, to place: OutputPlace) throws {
        let file = try FileEditor(creating: place)
        try file.write(picture, at: 0)
        var done = 0
        while done < length {
            try Task.checkCancellation()
            let bytes = try movie.read(at: done, count: min(Self.chunk, length - done))
            guard !bytes.isEmpty else {
                throw FileError(.unreadableInput, "'\(plan.movie)' became shorter while it was read.")
            }
            try file.write(bytes, at: picture.count + done)
            done += bytes.count
            onEvent(.progress(done: done, total: length))
        }
        try file.synchronize()
    }
}
