import Decoder
import Encoder
package import Files
import Frames

/// Writes one output of a timeline from pictures that arrive in order.
///
/// The files have temporary names until their ``OutputGroup`` is committed.
protocol OutputWriter: Sendable {
    /// The frames that the output needs.
    var selection: FrameSelection { get }

    /// Whether the pictures are drawn (default: they are); otherwise the output decodes its own.
    var needsPictures: Bool { get }

    /// Bytes that are on the disk so far, for the progress.
    var bytesWritten: Int { get }

    /// Appends the next picture of the selection; it has the canvas's size, or is empty if no pictures are needed.
    func append(_ pixels: PixelBuffer) async throws

    /// Completes the files under their temporary names.
    func finish() async throws -> OutputSummary

    /// Gives up and closes all files.
    func discard() async
}

extension OutputWriter {
    nonisolated var needsPictures: Bool { true }

    /// Only videos grow while pictures are appended.
    nonisolated var bytesWritten: Int { 0 }
}

extension PlannedOutput {
    /// Reserves an output's files and opens its encoders.
    ///
    /// - Parameter group: Receives the files.
    /// - Throws: `FileError`, which mentions the place where the output is described.
    func writer(
        of plan: TimelinePlan, _ settings: OutputSettings, in group: inout OutputGroup
    ) throws(FileError) -> any OutputWriter {
        do {
            return try makeWriter(of: plan, settings, in: &group)
        } catch {
            throw error.at(origin)
        }
    }

    private func makeWriter(
        of plan: TimelinePlan, _ settings: OutputSettings, in group: inout OutputGroup
    ) throws(FileError) -> any OutputWriter {
        try check(of: plan)
        if case .sequence = kind { return try sequence(of: plan, settings, in: &group) }
        let file = try group.add(OutputFile(path: path, overwrite: settings.overwrite, content: content))
        switch kind {
        case .movie: return try MovieOutput(self, of: plan, as: file, settings)
        case .sound: return try SoundOutput(self, of: plan, as: file, settings)
        case .still(let frame):
            return try PictureOutput(self, FrameSelection([frame]), of: plan) { bytes, _ throws(FileError) in
                try file.write(bytes)
            }
        case .sheet(let columns, let frames):
            return try SheetOutput(self, columns: columns, frames: frames, of: plan, as: file)
        case .sequence, .interchange, .subtitles, .livePhoto, .motionPhoto:
            throw FileError(
                .invalidSettings, "The output '\(path)' is of a kind that is made elsewhere.")
        }
    }

    private func sequence(
        of plan: TimelinePlan, _ settings: OutputSettings, in group: inout OutputGroup
    ) throws(FileError) -> any OutputWriter {
        let name = try sequenceName()
        _ = try StillFormat.of(self)
        let selection = selection(of: plan)
        let files = try group.add(
            OutputSequence(count: selection.count, overwrite: settings.overwrite, content: .picture) {
                name.path(ofFrame: selection.frame(at: $0))
            })
        return try PictureOutput(self, selection, of: plan) { bytes, index throws(FileError) in
            try files.write(bytes, at: index)
        }
    }

    /// What the output's file is, for messages.
    private var content: OutputFile.Content { kind == .movie ? .video : kind == .sound ? .sound : .picture }

    /// Fails early if the output cannot be created.
    ///
    /// - Throws: `FileError`, which mentions the place where the output is described.
    fileprivate func requireCreatable(overwrite: Bool) throws(FileError) {
        switch kind {
        // Photos are checked with what else they need, and files of text with their texts.
        case .livePhoto, .motionPhoto, .interchange, .subtitles: return
        case .movie, .sound, .still, .sheet, .sequence: break
        }
        do {
            try OutputFile.requireCreatable(path, overwrite: overwrite, content: content)
        } catch {
            throw error.at(origin)
        }
    }

    /// The files' names of a sequence.
    ///
    /// - Throws: `FileError/Code/invalidSettings` for a name without exactly one number.
    func sequenceName() throws(FileError) -> SequenceName {
        guard let name = SequenceName(path) else {
            throw FileError(
                .invalidSettings,
                "The output '\(path)' needs the frame's number once in its files' name, such as "
                    + "frames/%05d.png.")
        }
        return name
    }

    /// Rejects frames that the timeline does not have, and frame rates above its own.
    private func check(of plan: TimelinePlan) throws(FileError) {
        let range = frames ?? 0..<plan.frameCount
        var shown = range.isEmpty ? [] : [range.lowerBound, range.upperBound - 1]
        switch kind {
        case .still(let frame), .livePhoto(let frame), .motionPhoto(let frame): shown.append(frame)
        case .sheet(_, let cells): shown += cells
        case .movie, .sound, .sequence, .interchange, .subtitles: break
        }
        guard !shown.isEmpty, shown.allSatisfy({ (0..<plan.frameCount).contains($0) }) else {
            throw FileError(
                .invalidSettings,
                "The output '\(path)' needs frames outside the timeline, which has \(plan.frameCount) frames, numbered "
                    + "from 0.")
        }
        if let rate = frameRate, rate.isAbove(plan.frameRate) {
            throw FileError(
                .invalidSettings,
                "The output '\(path)' has \(rate) frames per second, more than the timeline's \(plan.frameRate).")
        }
    }
}

extension FrameRate {
    /// Whether this frame rate is higher than another.
    func isAbove(_ other: FrameRate) -> Bool {
        Int128(numerator) * Int128(other.denominator) > Int128(other.numerator) * Int128(denominator)
    }
}

/// The identity of a file, independent of its path.
private enum Identity: Hashable {
    /// An existing file.
    case file(FileIdentity)
    /// A file that does not exist: its folder and its name in it.
    case name(folder: String, name: String)

    init(of path: String) {
        if let file = FileIdentity(of: path) {
            self = .file(file)
        } else {
            let folder = path.parentPath
            self = .name(folder: folder.canonicalPath ?? folder, name: String(path.fileName))
        }
    }
}

extension TimelinePlan {
    /// Fails early if an output cannot be created, before pages are recorded.
    ///
    /// - Throws: `FileError`, which mentions the place where the output is described.
    package func requireCreatableOutputs(overwrite: Bool) throws(FileError) {
        try checkOutputNames()
        for output in outputs { try output.requireCreatable(overwrite: overwrite) }
    }

    /// Rejects outputs that are the same file as another output or a source.
    ///
    /// - Throws: `FileError/Code/invalidSettings`.
    func checkOutputNames() throws(FileError) {
        let sources = Dictionary(sourcePaths.map { (Identity(of: $0), $0) }) { first, _ in first }
        var seen: [Identity: String] = [:]
        for output in outputs {
            for path in output.paths(in: self) {
                let identity = Identity(of: path)
                if let source = sources[identity] {
                    throw FileError(
                        .invalidSettings,
                        "The output '\(path)' is '\(source)' itself, which the timeline is made of. Choose another name."
                    ).at(output.origin)
                }
                if let other = seen.updateValue(output.path, forKey: identity) {
                    throw FileError(
                        .invalidSettings,
                        "The outputs '\(other)' and '\(output.path)' are the same file. Choose another name for one of "
                            + "them."
                    ).at(output.origin)
                }
            }
        }
    }

    /// The paths of all source files.
    private var sourcePaths: Set<String> {
        var paths = Set(sounds.map(\.path))
        for clip in clips + overlays {
            switch clip.source {
            case .video(let path), .animation(let path), .still(let path): paths.insert(path)
            case .sequence(let sequence): paths.formUnion(sequence.paths.compactMap(\.self))
            case .page(let page): paths.insert(page.address)
            case .color, .title, .custom: break
            }
        }
        return paths
    }
}

extension PlannedOutput {
    /// The paths of all files of the output.
    fileprivate func paths(in plan: TimelinePlan) -> [String] {
        guard case .sequence = kind, let name = SequenceName(path) else { return [path] }
        let selection = selection(of: plan)
        return (0..<selection.count).map { name.path(ofFrame: selection.frame(at: $0)) }
    }
}
