internal import Encoder
import Files
internal import Frames
private import Glibc

/// Creates a Live Photo or Motion Photo from a finished movie.
///
/// Video and sound are copied without encoding; only the still is decoded.
public struct PhotoJob: Sendable {
    let plan: PhotoPlan
    let onEvent: @Sendable (PhotoEvent) -> Void

    /// Prepares a photo.
    ///
    /// - Parameters:
    ///   - plan: The photo to create.
    ///   - onEvent: Receives events, on the thread that does the work.
    public init(_ plan: PhotoPlan, onEvent: @escaping @Sendable (PhotoEvent) -> Void = { _ in }) {
        self.plan = plan
        self.onEvent = onEvent
    }

    /// Creates the photo; all its files appear together, or none.
    ///
    /// Canceling the task stops it.
    ///
    /// - Throws: ``FileError``, or `CancellationError` if the task was canceled. No files are
    ///   then left behind.
    public func run() async throws -> PhotoSummary { try await PhotoWork().make(self) }

    fileprivate func make() throws -> PhotoSummary {
        let source = try ClipSource(path: plan.movie)
        try PhotoCodecs(plan.form).check(source, path: plan.movie)
        if let warning = PhotoCodecs.warning(for: source) { onEvent(.warning(warning)) }
        let clip = try interruptibly {
            try source.clip(
                from: plan.from, length: plan.duration ?? plan.usualDuration, stillTime: plan.still)
        }
        tellDifferences(clip)
        switch plan.form {
        case .live: return try makePair(source, clip)
        case .liveBundle: return try makeBundle(source, clip)
        case .motion: return try makeMotionPhoto(source, clip)
        }
    }

    /// Checks that the photo's files can be created, without leaving any behind.
    ///
    /// - Throws: ``FileError``.
    public func checkOutput() throws {
        switch plan.form {
        case .live:
            var files = OutputGroup()
            _ = try pair(in: &files)
            files.discard()
        case .liveBundle: try bundle().discard()
        case .motion: try motionPhoto().discard()
        }
    }

    private func makePair(_ source: ClipSource, _ clip: Clip) throws -> PhotoSummary {
        var files = OutputGroup()
        let (movie, picture) = try pair(in: &files)
        do {
            let (size, bytes) = try write(
                source, clip, picture: picture.temporaryPlace, movie: movie.temporaryPlace)
            try files.commit()
            return summary(
                source, clip, size: size, bytes: bytes, bundle: nil, picture: picture.path, movie: movie.path)
        } catch {
            files.discard()
            throw error
        }
    }

    private func makeBundle(_ source: ClipSource, _ clip: Clip) throws -> PhotoSummary {
        let (picture, movie) = (String(plan.pictureName.fileName), String(plan.movieName.fileName))
        var files = OutputGroup()
        let bundle = try files.add(bundle())
        do {
            let (size, bytes) = try write(source, clip, picture: bundle.file(picture), movie: bundle.file(movie))
            try FileEditor(creating: bundle.file(BundleProperties.name)).writeWhole(BundleProperties.bytes)
            try files.commit()
            return summary(
                source, clip, size: size, bytes: bytes + BundleProperties.bytes.count, bundle: bundle.path,
                picture: "\(bundle.path)/\(picture)", movie: "\(bundle.path)/\(movie)")
        } catch {
            files.discard()
            throw error
        }
    }

    /// Writes the two files of a Live Photo.
    ///
    /// - Returns: The still's size, and the length of both files in bytes.
    private func write(
        _ source: ClipSource, _ clip: Clip, picture: OutputPlace, movie: OutputPlace
    ) throws -> (PixelSize, bytes: Int) {
        let still = try interruptibly { try source.still(of: clip) }
        let jpeg = try LivePhotoPicture.bytes(
            of: still.jpeg, width: still.size.width, height: still.size.height, identifier: plan.identifier)
        try FileEditor(creating: picture).writeWhole(jpeg)
        try source.copy(clip, to: movie, as: .mov) { try hear(frames: $0, of: clip) }
        let file = try ClipFile(movie)
        try file.makeLive(clip, identifier: plan.identifier)
        return (still.size, try jpeg.count + file.length())
    }
}

// MARK: - Outputs

extension PhotoJob {
    private func pair(
        in files: inout OutputGroup
    ) throws(FileError) -> (movie: OutputFile, picture: OutputFile) {
        let movie = try files.add(
            OutputFile(path: plan.movieName, overwrite: plan.overwritesOutput, content: .video))
        let picture = try files.add(
            OutputFile(path: plan.pictureName, overwrite: plan.overwritesOutput, content: .picture))
        return (movie, picture)
    }

    private func bundle() throws(FileError) -> OutputBundle {
        let names = [plan.pictureName, plan.movieName].map { String($0.fileName) } + [BundleProperties.name]
        return try OutputBundle(
            path: plan.bundleName, overwrite: plan.overwritesOutput, kind: "a Live Photo of this name",
            owns: names.contains)
    }

    func motionPhoto() throws(FileError) -> OutputFile {
        try OutputFile(path: plan.pictureName, overwrite: plan.overwritesOutput, content: .picture)
    }
}

// MARK: - Events

extension PhotoJob {
    /// Reports progress, and throws if the task was canceled.
    func hear(frames: Int, of clip: Clip) throws {
        try Task.checkCancellation()
        onEvent(.progress(done: frames, total: clip.frames))
    }

    /// Runs work that stops early when the task is canceled, and throws if it was.
    func interruptibly<Result>(_ body: () throws -> Result) throws -> Result {
        let result = Swift.Result { try body() }
        try Task.checkCancellation()
        return try result.get()
    }

    /// Reports where the clip differs from the request, because it begins and ends with whole
    /// pictures.
    private func tellDifferences(_ clip: Clip) {
        // Differences of up to half a millisecond are rounding.
        func differs(_ a: Duration, _ b: Duration) -> Bool { abs((a - b).wholeNanoseconds) > 500_000 }
        if differs(clip.from, plan.from) {
            onEvent(
                .notice("the movie begins with the picture at \(clip.from.text), the nearest to \(plan.from.text)."))
        }
        if let duration = plan.duration, differs(clip.duration, duration) {
            onEvent(.notice("the movie is \(clip.duration.text) long, not \(duration.text)."))
        }
        if let still = plan.still, differs(clip.stillTime, still) {
            onEvent(.notice("the still is the picture at \(clip.stillTime.text), the nearest to \(still.text)."))
        }
    }

    func summary(
        _ source: ClipSource, _ clip: Clip, size: PixelSize, bytes: Int, bundle: String?, picture: String,
        movie: String?
    ) -> PhotoSummary {
        PhotoSummary(
            form: plan.form, bundle: bundle, picture: picture, movie: movie,
            identifier: movie == nil ? nil : plan.identifier.description, from: clip.from, duration: clip.duration,
            frames: clip.frames, still: clip.stillTime, size: size, hasSound: source.soundCodec != nil, bytes: bytes)
    }
}

/// Makes a photo on a dedicated queue, because that blocks for seconds.
private actor PhotoWork {
    private let queue = EncoderQueue(label: "pagereel.photo")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    func make(_ job: PhotoJob) throws -> PhotoSummary { try job.make() }
}

/// An event during the creation of a photo.
public enum PhotoEvent: Sendable {
    /// Progress, counted in pictures or bytes.
    case progress(done: Int, total: Int)
    /// A result that differs from the request.
    case notice(String)
    /// A warning for the user.
    case warning(String)
}

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

/// A clip's file, whose index is edited in place.
struct ClipFile {
    private let file: FileEditor

    /// Opens a file written by ``ClipSource``.
    init(_ place: OutputPlace) throws(FileError) { file = try FileEditor(opening: place) }

    /// The file's length in bytes.
    func length() throws(FileError) -> Int { try file.length() }

    /// Limits playback to the clip, wherever the index is.
    func limitPlayback(_ clip: Clip) throws {
        let layout = try layout()
        // The index keeps its length; only values change.
        try file.write(index(layout, of: clip).bytes, at: layout.indexOffset)
        try file.synchronize()
    }

    /// Limits playback to the clip, and converts the file to the movie of a Live Photo.
    func makeLive(_ clip: Clip, identifier: ContentIdentifier) throws {
        let layout = try layout()
        guard layout.isIndexLast, let still = UInt32(exactly: clip.stillTicks), still < .max else {
            throw FileError(.internalFailure, "The Live Photo's movie does not end with its index.")
        }
        let ending = try index(layout, of: clip)
            .livePhotoEnding(at: layout.indexOffset, identifier: identifier, stillAt: still)
        try file.truncate(to: layout.indexOffset)
        try file.write(ending, at: layout.indexOffset)
        try file.synchronize()
    }

    private func index(_ layout: MovieLayout, of clip: Clip) throws -> MovieIndex {
        var index = try MovieIndex(file.read(at: layout.indexOffset, count: layout.indexLength))
        try index.limitPlayback(to: UInt64(clip.movieTicks))
        return index
    }

    private func layout() throws -> MovieLayout {
        try MovieLayout(length: file.length()) { try file.read(at: $0, count: $1) }
    }
}

extension FileEditor {
    /// Writes the whole content of a new file and flushes it to disk.
    func writeWhole(_ bytes: [UInt8]) throws(FileError) {
        try write(bytes, at: 0)
        try synchronize()
    }
}

/// A bundle's `metadata.plist`, as macOS's Photos writes it.
///
/// It states the version of the bundle's format.
enum BundleProperties {
    static let name = "metadata.plist"

    static let bytes = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        	<key>PFVideoComplementMetadataVersionKey</key>
        	<string>1</string>
        </dict>
        </plist>

        """.utf8)
}
