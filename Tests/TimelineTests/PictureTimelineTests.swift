import Foundation
import TestSupport
import Testing

@testable import Composition
@testable import Encoder
@testable import Files
@testable import Frames
@testable import Timeline

/// Timelines of pictures, as `pagereel images` makes them.
@Suite struct PictureTimelineTests {
    private let folder: TemporaryFolder
    private let ten = FrameRate(numerator: 10) ?? .thirty

    init() throws { folder = try TemporaryFolder() }

    /// A picture of one color.
    private func picture(_ name: String, _ color: Color, width: Int = 8, height: Int = 6) throws -> TrackItem {
        let canvas = Canvas(PixelBuffer(size: PixelSize(width: width, height: height), hasAlpha: color.alpha < 255))
        canvas.fill(color)
        try StillWriter.write(canvas.pixels, to: folder.path(name), overwrite: false)
        return TrackItem(.animation(path: folder.path(name)))
    }

    private func gray(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }

    private func pixel(_ pixels: PixelBuffer, _ x: Int = 0, _ y: Int = 0) -> UInt32 {
        unsafe pixels.withBytes { unsafe $0.load(fromByteOffset: y * pixels.stride + x * 4, as: UInt32.self) }
            & 0xff_ffff
    }

    private func timeline(_ items: [TrackItem], width: Int = 8, height: Int = 6) -> Timeline {
        var timeline = Timeline(size: PixelSize(width: width, height: height), frameRate: ten)
        timeline.defaults.still = .seconds(.seconds(3))
        timeline.clips = items
        return timeline
    }

    private func plan(_ timeline: Timeline) throws -> TimelinePlan {
        try TimelineResolver(timeline, probe: FileProbe()).plan()
    }

    /// The pictures of a timeline: a pixel, and for how many frames the same buffer is shown.
    private func runs(_ timeline: Timeline) throws -> [(pixel: UInt32, count: Int)] {
        let plan = try plan(timeline)
        let renderer = TimelineRenderer(plan)
        var runs: [(pixels: PixelBuffer, count: Int)] = []
        for frame in 0..<plan.frameCount {
            let pixels = try renderer.picture(at: frame)
            if let last = runs.last, last.pixels === pixels {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((pixels, 1))
            }
        }
        return runs.map { (pixel($0.pixels), $0.count) }
    }

    private func frames(_ durations: [Double], fade: Int = 0, rate: FrameRate = .thirty) throws -> [Range<Int>] {
        var timeline = timeline(
            durations.enumerated().map { index, duration in
                var item = TrackItem(.color(.black), duration: .seconds(.milliseconds(Int(duration * 1000))))
                item.name = "\(index).png"
                if fade > 0, index < durations.count - 1 {
                    item.transition = TrackTransition(.fade, length: .frames(fade))
                }
                return item
            })
        timeline.frameRate = rate
        return try plan(timeline).clips.map(\.frames)
    }

    @Test func roundingErrorsDoNotAccumulate() throws {
        let rate = try #require(FrameRate(numerator: 30_000, denominator: 1001))
        let frames = try frames(Array(repeating: 0.05, count: 1000), rate: rate)
        // 50 s at 29.97 fps.
        #expect(frames.last?.upperBound == 1499)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }

    @Test func neighboursOverlapForTheTransition() throws {
        #expect(try frames([1, 2, 1.5], fade: 15) == [0..<30, 15..<75, 60..<105])
        // 112.5 frames less 16, to the nearest frame.
        #expect(try frames([1.25, 1.25, 1.25], fade: 8).last == 59..<97)
    }

    @Test func whatIsTooShortIsNamed() throws {
        let two = #expect(throws: TimelineError.self) { try frames([2, 0.9, 2], fade: 15) }
        #expect(two?.message.contains("1.png") == true && two?.message.contains("2.png") == true)
        let one = #expect(throws: TimelineError.self) { try frames([0.4, 2], fade: 15) }
        #expect(one?.message.contains("0.png") == true && one?.message.contains("1.png") == true)
        let none = #expect(throws: TimelineError.self) { try frames([1, 0.001, 1]) }
        #expect(none?.message.contains("1.png") == true)
    }

    private func blackAndWhite(_ transition: TrackTransition) throws -> Timeline {
        var items = [try picture("black.png", gray(0)), try picture("white.png", gray(255))]
        for index in items.indices { items[index].duration = .seconds(.seconds(1)) }
        items[0].transition = transition
        return timeline(items)
    }

    @Test func aTransitionMixesFirstMiddleAndLastFrame() throws {
        let runs = try runs(blackAndWhite(TrackTransition(.fade, length: .frames(5))))
        #expect(runs.map(\.count) == [5, 1, 1, 1, 1, 1, 5])
        // At one, three, five, seven and nine tenths.
        #expect(
            zip(runs.map { Int($0.pixel & 0xff) }, [0, 26, 77, 128, 179, 230, 255]).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test func otherTransitionsMove() throws {
        var timeline = try blackAndWhite(TrackTransition(.push, direction: .right, length: .frames(4)))
        // The left column shows the next picture from the first frame on: one eighth of eight
        // columns.
        #expect(try runs(timeline).map { $0.pixel & 0xff } == [0, 255, 255, 255, 255, 255])
        timeline.clips[0].transition?.direction = .left
        #expect(try runs(timeline).map { $0.pixel & 0xff } == [0, 0, 0, 0, 0, 255])
    }

    @Test func transparentPicturesShowTheBackground() throws {
        var timeline = timeline([try picture("half.png", Color(red: 255, green: 0, blue: 0, alpha: 128))])
        timeline.background = Color(red: 0, green: 0, blue: 255)
        let seen = try #require(try runs(timeline).first)
        #expect(seen.pixel == 0x80007f && seen.count == 30)
    }

    @Test func otherSizesAreFitted() throws {
        var high = try picture("high.png", gray(255), width: 5, height: 50)
        high.duration = .frames(1)
        let pixels = try TimelineRenderer(plan(timeline([high], width: 33, height: 17))).picture(at: 0)
        #expect(pixels.size == PixelSize(width: 33, height: 17))
        // 5 * 17 / 50 = 1.7: two columns in the center.
        #expect((0..<33).filter { pixel(pixels, $0, 8) == 0xffffff } == [15, 16])
    }

    @Test func animationsPlayOnceByDefault() async throws {
        let path = folder.path("moving.gif")
        _ = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "color=black:s=32x32:d=0.2:r=10", "-f", "lavfi", "-i",
                "color=white:s=32x32:d=0.3:r=10", "-filter_complex", "concat=n=2,mpdecimate=max=0", "-fps_mode", "vfr",
                "-final_delay", "30", path,
            ])
        var timeline = timeline([TrackItem(.animation(path: path))], width: 32, height: 32)
        #expect(try runs(timeline).map(\.count) == [2, 3])
        timeline.clips[0].duration = .seconds(.milliseconds(1100))
        let again = try runs(timeline)
        #expect(again.map(\.count) == [2, 3, 2, 3, 1])
        #expect(again.map { $0.pixel & 0xff > 128 } == [false, true, false, true, false])
        timeline.clips[0].duration = .seconds(.milliseconds(400))
        #expect(try runs(timeline).map(\.count) == [2, 2])
    }

    @Test func missingFilesAreReportedBeforeRendering() throws {
        let items = [try picture("a.png", gray(0)), TrackItem(.animation(path: folder.path("none.png")))]
        let error = #expect(throws: FileError.self) { try plan(timeline(items)) }
        #expect(error?.message.contains("none.png") == true)
    }
}
