import Composition
import Encoder
import Frames
import TestSupport
import Testing
import Timeline

@testable import Files

/// Timelines of files whose pictures are identified by their brightness.
@Suite struct FileSourceTests {
    private let folder: TemporaryFolder
    private let size = PixelSize(width: 64, height: 36)

    init() throws { folder = try TemporaryFolder() }

    /// Writes 30 pictures per second with ffmpeg, each 2 brighter than the one before.
    private func movie(_ name: String, from brightness: Int, count: Int = 30) async throws -> String {
        let path = folder.path(name)
        let value = "\(brightness)+N*2"
        _ = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i",
                "nullsrc=s=64x36:r=30,format=gbrp,geq=r='\(value)':g='\(value)':b='\(value)'",
                "-frames:v", "\(count)", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-qp", "0", "-g", "12", path,
            ])
        return path
    }

    private func clip(_ source: Resource, _ frames: Range<Int>, transition: Transition? = nil) -> PlannedClip {
        let frame = PixelRectangle(x: 0, y: 0, width: size.width, height: size.height)
        return PlannedClip(
            name: "", source: source, playback: Playback(), frames: frames, layout: Layout(fit: .contain, frame: frame),
            transition: transition)
    }

    /// The brightness at the center of each frame.
    private func brightness(_ clips: [PlannedClip], _ frames: Range<Int>) throws -> [Int] {
        var plan = TimelinePlan(size: size, background: .black, frameRate: .thirty)
        plan.clips = clips
        let renderer = TimelineRenderer(plan)
        return try frames.map { Int(try renderer.picture(at: $0)[32, 18] & 0xff) }
    }

    private func isClose(_ one: [Int], _ other: [Int]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= 1 }
    }

    @Test func videosFadeIntoEachOther() async throws {
        let (first, second) = (try await movie("a.mp4", from: 10), try await movie("b.mkv", from: 150))
        let fade = Transition(.fade, frameCount: 8)
        let clips = [clip(.video(path: first), 0..<30, transition: fade), clip(.video(path: second), 22..<52)]
        let expected = (0..<52).map { frame -> Int in
            let a = Double(10 + frame * 2)
            let b = Double(150 + (frame - 22) * 2)
            let part: Double = min(max((Double(frame - 22) + 0.5) / 8, 0), 1)
            let mixed: Double = a + (b - a) * part
            return Int(mixed.rounded())
        }
        let seen = try brightness(clips, 0..<52)
        #expect(isClose(seen, expected), "\(seen)")
    }

    @Test func inPointSpeedAndReverseApply() async throws {
        let path = try await movie("a.mp4", from: 10)
        var later = clip(.video(path: path), 0..<10)
        later.playback = Playback(start: FrameRate.thirty.time(ofFrame: 15), speed: 1.5)
        #expect(isClose(try brightness([later], 0..<10), (0..<10).map { 10 + 2 * (15 + $0 * 3 / 2) }))
        var backwards = clip(.video(path: path), 0..<30)
        backwards.playback.isReversed = true
        #expect(isClose(try brightness([backwards], 0..<30), (0..<30).map { 10 + 2 * (29 - $0) }))
    }

    @Test func aSourceIsOpenOnlyWhileItsClipIsVisible() throws {
        final class Count {
            var open = 0
            var most = 0
            var opened = 0
        }
        final class Source: PictureSource {
            let count: Count
            let size = PixelSize(width: 64, height: 36)
            let pixels = PixelBuffer(size: PixelSize(width: 64, height: 36))

            init(_ count: Count) {
                self.count = count
                count.open += 1
                count.opened += 1
                count.most = max(count.most, count.open)
            }

            deinit { count.open -= 1 }

            func picture(at time: Duration) -> PixelBuffer { pixels }
        }
        let count = Count()
        var plan = TimelinePlan(size: size, background: .black, frameRate: .thirty)
        let fade = Transition(.fade, frameCount: 2)
        for start in stride(from: 0, to: 160, by: 8) {
            plan.clips.append(clip(Resource.color(.black), start..<start + 10, transition: fade))
        }
        let renderer = TimelineRenderer(plan) { _ in Source(count) }
        for frame in 0..<plan.frameCount { _ = try renderer.picture(at: frame) }
        #expect(count.opened == 20)
        #expect(count.most == 2)
        #expect(count.open == 1)
    }

    @Test func missingFilesAreNamed() {
        for source in [Resource.video(path: "/nowhere/a.mp4"), .still(path: "/nowhere/a.png")] {
            let error = #expect(throws: FileError.self) { try brightness([clip(source, 0..<1)], 0..<1) }
            #expect(error?.message.contains("/nowhere/a.") == true)
        }
    }
}
