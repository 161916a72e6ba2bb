import Encoder
import Files
import Foundation
import Frames
import Notation

/// Resolves the sizes and frames of outputs.
struct OutputResolver {
    let description: Timeline
    /// The timeline's length.
    let frameCount: Int
    private var rate: FrameRate { description.frameRate }

    func outputs() throws -> [PlannedOutput] {
        var marks: [String: YAMLFile.Mark?] = [:]
        return try description.outputs.map { written in
            if let mark = marks[written.planned.path] {
                throw description.error(
                    written.stated.mark,
                    "\(name(written)) is listed twice" + (mark.map { ", here and in line \($0.line)." } ?? "."))
            }
            marks[written.planned.path] = written.stated.mark
            return try output(written)
        }
    }

    private func name(_ written: TimelineOutput) -> String {
        URL(fileURLWithPath: written.planned.path).lastPathComponent
    }

    private func output(_ written: TimelineOutput) throws -> PlannedOutput {
        let part = try self.part(written)
        let range = part ?? 0..<frameCount
        var output = written.planned
        output.origin = description.origin(at: written.stated.mark)
        if case .sequence = output.kind {
            do { _ = try output.sequenceName() } catch { throw description.error(written.stated.mark, error.message) }
        }
        output.kind = try kind(written, range: range)
        output.frames = part
        output.size = size(written)
        try checkLevel(output, written)
        guard let own = written.frameRate else { return output }
        guard !own.isAbove(rate) else {
            throw description.error(
                written.stated["fps"], "\(name(written)) cannot have \(own) fps, because the canvas has \(rate) fps.")
        }
        if output.kind == .movie, let most = MovieContainer(fileName: output.path)?.highestFrameRate,
            own.framesPerSecond > Double(most)
        {
            throw description.error(
                written.stated["fps"], "Players show \(name(written)) with at most \(most) fps, not \(own).")
        }
        output.frameRate = own == rate ? nil : own
        return output
    }

    /// Rejects a level that is too low for the output.
    private func checkLevel(_ output: PlannedOutput, _ written: TimelineOutput) throws {
        guard output.kind == .movie else { return }
        let frameRate = written.frameRate ?? rate
        let video = output.video(size: output.size ?? description.size, frameRate: frameRate)
        if let mistake = video?.levelMismatch {
            throw description.error(written.stated.mark, "\(name(written)): \(mistake)")
        }
    }

    private func part(_ written: TimelineOutput) throws -> Range<Int>? {
        guard written.from != nil || written.length != nil else { return nil }
        let from = written.from?.duration(at: rate) ?? .zero
        let first = rate.frameCount(for: from)
        let end = written.length.map { rate.frameCount(for: from + $0.duration(at: rate)) } ?? frameCount
        guard first < frameCount else {
            throw description.error(
                written.stated["from"], "from is frame \(first), but the timeline ends with frame \(frameCount - 1).")
        }
        guard end > first, end <= frameCount else {
            throw description.error(
                written.stated["for"],
                "The part ends with frame \(end - 1), but the timeline ends with frame \(frameCount - 1).")
        }
        return first..<end
    }

    private func kind(_ written: TimelineOutput, range: Range<Int>) throws -> PlannedOutput.Kind {
        let (time, mark) = (written.time, written.timeMark)
        switch written.planned.kind {
        case .movie, .sound, .sequence, .interchange, .subtitles: return written.planned.kind
        case .still:
            let frame = time?.frames(at: rate) ?? 0
            guard frame < frameCount else {
                throw description.error(
                    mark, "at is frame \(frame), but the timeline ends with frame \(frameCount - 1).")
            }
            return .still(frame: frame)
        case .sheet(let columns, let frames):
            return .sheet(columns: columns, frames: try time.map { try sheet($0, mark, range) } ?? frames)
        case .livePhoto: return .livePhoto(still: try still(time, mark, range))
        case .motionPhoto: return .motionPhoto(still: try still(time, mark, range))
        }
    }

    /// The frames of a contact sheet; each time is rounded separately.
    private func sheet(_ every: TimelineTime, _ mark: YAMLFile.Mark?, _ range: Range<Int>) throws -> [Int] {
        let step = every.duration(at: rate)
        var frames: [Int] = []
        var time = Duration.zero
        while true {
            let frame = range.lowerBound + rate.frameCount(for: time)
            guard frame < range.upperBound else { return frames }
            guard frame != frames.last else { throw description.error(mark, "every must be at least one frame.") }
            guard frames.count < 10_000 else {
                throw description.error(mark, "The sheet would have more than 10000 pictures. Increase every.")
            }
            frames.append(frame)
            time += step
        }
    }

    /// The frame of a still; its time counts from the beginning of the part.
    private func still(_ still: TimelineTime?, _ mark: YAMLFile.Mark?, _ range: Range<Int>) throws -> Int {
        guard let still else { return range.lowerBound + range.count / 2 }
        let frame = range.lowerBound + still.frames(at: rate)
        guard range.contains(frame) else {
            throw description.error(
                mark,
                "still is frame \(frame), but the part has frames \(range.lowerBound) to \(range.upperBound - 1).")
        }
        return frame
    }

    /// The size; a missing side follows from the canvas's aspect ratio.
    private func size(_ written: TimelineOutput) -> PixelSize? {
        let canvas = description.size
        // Videos need even sides; the other formats use the same rule.
        func even(_ side: Int, _ of: Int, _ other: Int) -> Int {
            max(2, Int((Double(side * other) / Double(of) / 2).rounded()) * 2)
        }
        switch (written.width, written.height) {
        case (nil, nil): return nil
        case (let width?, nil): return PixelSize(width: width, height: even(width, canvas.width, canvas.height))
        case (nil, let height?): return PixelSize(width: even(height, canvas.height, canvas.width), height: height)
        case (let width?, let height?): return PixelSize(width: width, height: height)
        }
    }
}
