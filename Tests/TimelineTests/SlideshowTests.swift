import Foundation
import Movies
import TestSupport
import Testing

@testable import Composition
@testable import Encoder
@testable import Files
@testable import Frames
@testable import Timeline

@Suite struct SlideshowTests {
    private let folder: TemporaryFolder
    private let ten = FrameRate(numerator: 10) ?? .thirty

    init() throws { folder = try TemporaryFolder() }

    /// A picture of one color.
    private func picture(_ name: String, _ color: Color, width: Int = 8, height: Int = 6) throws -> Slide {
        let canvas = Canvas(PixelBuffer(size: PixelSize(width: width, height: height), hasAlpha: color.alpha < 255))
        canvas.fill(color)
        try StillWriter.write(canvas.pixels, to: folder.path(name), overwrite: false)
        return Slide(folder.path(name))
    }

    private func gray(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }

    private func pixel(_ pixels: PixelBuffer, _ x: Int = 0, _ y: Int = 0) -> UInt32 {
        unsafe pixels.withBytes { unsafe $0.load(fromByteOffset: y * pixels.stride + x * 4, as: UInt32.self) }
            & 0xff_ffff
    }

    /// The pictures of a show: a pixel, and for how many frames the same buffer is shown.
    private func runs(_ plan: SlideshowPlan) async throws -> [(pixel: UInt32, count: Int)] {
        let show = Slideshow(plan)
        let format = try await show.open()
        var runs: [(pixels: PixelBuffer, count: Int)] = []
        while let run = try await show.next() {
            if let last = runs.last, last.pixels === run.pixels {
                runs[runs.count - 1].count += run.count
            } else {
                runs.append((run.pixels, run.count))
            }
        }
        #expect(format.frameCount == runs.reduce(0) { $0 + $1.count })
        return runs.map { (pixel($0.pixels), $0.count) }
    }

    private func times(
        _ durations: [Double], fade: Double = 0, rate: FrameRate = .thirty
    ) throws(FileError) -> SlideTimes {
        try SlideTimes(
            durations.indices.map { Slide("\($0).png") }, durations: durations.map { .milliseconds(Int($0 * 1000)) },
            overlap: .milliseconds(Int(fade * 1000)), frameRate: rate)
    }

    @Test func roundingErrorsDoNotAccumulate() throws {
        let rate = try #require(FrameRate(numerator: 30_000, denominator: 1001))
        let times = try times(Array(repeating: 0.05, count: 1000), rate: rate)
        // 50 s at 29.97 fps.
        #expect(times.frames.last?.upperBound == 1499)
        #expect(zip(times.frames, times.frames.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }

    @Test func neighboursOverlapForTheTransition() throws {
        let times = try times([1, 2, 1.5], fade: 0.5)
        #expect(times.frames == [0..<30, 15..<75, 60..<105])
    }

    @Test func whatIsTooShortIsNamed() throws {
        let two = #expect(throws: FileError.self) { try times([2, 0.9, 2], fade: 0.5) }
        #expect(two?.message.contains("1.png") == true && two?.message.contains("2.png") == true)
        let one = #expect(throws: FileError.self) { try times([0.4, 2], fade: 0.5) }
        #expect(one?.message.contains("0.png") == true && one?.message.contains("1.png") == true)
        let none = #expect(throws: FileError.self) { try times([1, 0.001, 1]) }
        #expect(none?.message.contains("1.png") == true)
    }

    @Test func aTransitionMixesFirstMiddleAndLastFrame() async throws {
        var plan = SlideshowPlan(
            [try picture("black.png", gray(0)), try picture("white.png", gray(255))], frameRate: ten)
        plan.slideDuration = .seconds(1)
        plan.overlap = .milliseconds(500)
        let runs = try await runs(plan)
        #expect(runs.map(\.count) == [5, 1, 1, 1, 1, 1, 5])
        // At one, three, five, seven and nine tenths.
        #expect(
            zip(runs.map { Int($0.pixel & 0xff) }, [0, 26, 77, 128, 179, 230, 255]).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test func otherTransitionsMove() async throws {
        var plan = SlideshowPlan(
            [try picture("black.png", gray(0)), try picture("white.png", gray(255))], frameRate: ten)
        plan.slideDuration = .seconds(1)
        plan.overlap = .milliseconds(400)
        plan.transition = .push
        plan.direction = .right
        // The left column shows the next picture from the first frame on: one eighth of eight
        // columns.
        #expect(try await runs(plan).map { $0.pixel & 0xff } == [0, 255, 255, 255, 255, 255])
        plan.direction = .left
        #expect(try await runs(plan).map { $0.pixel & 0xff } == [0, 0, 0, 0, 0, 255])
        plan.isTransparent = true
        await #expect(throws: FileError.self) { try await Slideshow(plan).open() }
    }

    @Test func transparentPicturesShowTheBackground() async throws {
        var plan = SlideshowPlan(
            [try picture("half.png", Color(red: 255, green: 0, blue: 0, alpha: 128))], frameRate: ten)
        plan.background = Color(red: 0, green: 0, blue: 255)
        let seen = try #require(try await runs(plan).first)
        #expect(seen.pixel == 0x80007f && seen.count == 30)
    }

    @Test func otherSizesAreFittedToTheFirstPictureSize() async throws {
        let slides = [
            try picture("first.png", gray(255), width: 33, height: 17),
            try picture("high.png", gray(255), width: 5, height: 50),
        ]
        var plan = SlideshowPlan(slides, frameRate: ten)
        plan.slideDuration = .milliseconds(100)
        let show = Slideshow(plan)
        #expect(try await show.open().size == PixelSize(width: 33, height: 17))
        _ = try await show.next()
        let pixels = try #require(try await show.next()).pixels
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
        var plan = SlideshowPlan([Slide(path)], frameRate: ten)
        #expect(try await runs(plan).map(\.count) == [2, 3])
        plan.slides[0].duration = .milliseconds(1100)
        let again = try await runs(plan)
        #expect(again.map(\.count) == [2, 3, 2, 3, 1])
        #expect(again.map { $0.pixel & 0xff > 128 } == [false, true, false, true, false])
        plan.slides[0].duration = nil
        plan.keepsAnimationTimes = false
        plan.slideDuration = .milliseconds(400)
        #expect(try await runs(plan).map(\.count) == [2, 2])
    }

    @Test func missingFilesAreReportedBeforeEncoding() async throws {
        let slides = [try picture("a.png", gray(0)), Slide(folder.path("none.png"), origin: "list, line 2")]
        let show = Slideshow(SlideshowPlan(slides, frameRate: ten))
        let error = await #expect(throws: FileError.self) { try await show.open() }
        #expect(error?.message.hasPrefix("list, line 2: ") == true && error?.message.contains("none.png") == true)
    }
}
