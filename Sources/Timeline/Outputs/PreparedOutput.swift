import Encoder
import Files
import Frames

/// An output that is ready to receive pictures: its writer and its staged files.
struct PreparedOutput {
    /// Writes the files.
    let writer: any OutputWriter
    /// The files, under temporary names.
    var files: [any StagedOutput]

    /// Reserves the names and opens the encoders.
    ///
    /// - Throws: ``FileError``; all temporary files are removed in this case.
    init(_ output: PlannedOutput, of plan: TimelinePlan, _ settings: OutputSettings) throws(FileError) {
        try Self.check(output, of: plan)
        if case .sequence = output.kind {
            self = try Self.sequence(output, of: plan, settings)
            return
        }
        let content: OutputFile.Content = output.kind == .movie ? .video : .picture
        let staged = try StagedFile(output.path, overwrite: settings.overwrite, content: content)
        do throws(FileError) {
            writer = try Self.writer(of: output, of: plan, as: staged.file, settings)
            files = [staged]
        } catch {
            staged.discard()
            throw error
        }
    }

    private init(writer: any OutputWriter, files: [any StagedOutput]) {
        self.writer = writer
        self.files = files
    }

    private static func writer(
        of output: PlannedOutput, of plan: TimelinePlan, as file: OutputFile, _ settings: OutputSettings
    ) throws(FileError) -> any OutputWriter {
        switch output.kind {
        case .movie: try MovieOutput(output, of: plan, as: file, settings)
        case .gif: try GIFOutput(output, of: plan, at: file.temporaryPath)
        case .still(let frame): try StillOutput(output, frame: frame, of: plan, as: file)
        case .sheet(let columns, let frames):
            try SheetOutput(output, columns: columns, frames: frames, of: plan, as: file)
        case .sequence, .interchange, .livePhoto, .motionPhoto:
            throw FileError(
                .invalidSettings, "The output “\(output.path)” is of a kind that is not made of pictures alone.")
        }
    }

    private static func sequence(
        _ output: PlannedOutput, of plan: TimelinePlan, _ settings: OutputSettings
    ) throws(FileError) -> PreparedOutput {
        guard let name = SequenceName(output.path) else {
            throw FileError(
                .invalidSettings,
                "The output “\(output.path)” needs the frame's number once in its files' name, such as "
                    + "frames/%05d.png.")
        }
        _ = try StillFormat.of(output)
        let selection = FrameSelection(
            output.frames ?? 0..<plan.frameCount, of: plan.frameRate, at: output.frameRate)
        let staged = try StagedSequence(name, selection, overwrite: settings.overwrite)
        do throws(FileError) {
            let writer = try SequenceOutput(output, selection, of: plan, in: staged.folder)
            return PreparedOutput(writer: writer, files: [staged])
        } catch {
            staged.discard()
            throw error
        }
    }

    /// Rejects frames that the timeline does not have, and frame rates above its own.
    private static func check(_ output: PlannedOutput, of plan: TimelinePlan) throws(FileError) {
        var frames = Array((output.frames ?? 0..<plan.frameCount).ends)
        switch output.kind {
        case .still(let frame), .livePhoto(let frame), .motionPhoto(let frame): frames.append(frame)
        case .sheet(_, let shown): frames += shown
        case .movie, .gif, .sequence, .interchange: break
        }
        guard !frames.isEmpty, frames.allSatisfy({ (0..<plan.frameCount).contains($0) }) else {
            throw FileError(
                .invalidSettings,
                "The output “\(output.path)” asks for frames that are not there; the timeline has "
                    + "\(plan.frameCount), the first of which is 0.")
        }
        if let rate = output.frameRate, rate.isAbove(plan.frameRate) {
            throw FileError(
                .invalidSettings,
                "The output “\(output.path)” asks for \(rate) frames a second; the timeline has \(plan.frameRate).")
        }
    }
}

extension Range<Int> {
    /// The first and the last number; empty for an empty range.
    fileprivate var ends: [Int] { isEmpty ? [] : [lowerBound, upperBound - 1] }
}

extension FrameRate {
    /// Whether this frame rate is higher than another.
    fileprivate func isAbove(_ other: FrameRate) -> Bool {
        Int128(numerator) * Int128(other.denominator) > Int128(other.numerator) * Int128(denominator)
    }
}
