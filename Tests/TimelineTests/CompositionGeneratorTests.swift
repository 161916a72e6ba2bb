import Composition
import Files
import Foundation
import Frames
import LibAV
import Synchronization
import TestSupport
import Testing
import Timeline

/// Timelines that a program states, with resources, transitions, effects and sound processing of its own.
@Suite("Timelines of programs")
struct CompositionGeneratorTests {
    private let folder: TemporaryFolder
    private static let size = PixelSize(width: 64, height: 36)

    init() throws { folder = try TemporaryFolder() }

    /// Grays that brighten by 2 each 30th of a second.
    private final class Ramp: PictureResource {
        let name = "ramp"
        let size: PixelSize? = nil
        let duration: Duration?
        let first: UInt8

        init(from first: UInt8 = 0, for duration: Duration? = .seconds(1)) {
            self.first = first
            self.duration = duration
        }

        func makeSource(size: PixelSize) -> any PictureSource { Source(size: size, first: first) }

        private final class Source: PictureSource {
            let size: PixelSize
            let first: UInt8

            init(size: PixelSize, first: UInt8) {
                self.size = size
                self.first = first
            }

            func picture(at time: Duration) -> PixelBuffer {
                let canvas = Canvas(PixelBuffer(size: size))
                let level = UInt8(clamping: Int(first) + FrameRate.thirty.frame(at: time + .microseconds(1)) * 2)
                canvas.fill(Color(red: level, green: level, blue: level))
                return canvas.pixels
            }
        }
    }

    private static func timeline(_ clips: [TrackItem]) -> Timeline {
        var timeline = Timeline(size: size)
        timeline.clips = clips
        return timeline
    }

    /// The brightness at the center of a picture.
    private static func level(_ picture: PixelBuffer) -> Int { Int(picture[32, 18] & 0xff) }

    private static func levels(_ timeline: Timeline, _ frames: [Int]) async throws -> [Int] {
        let images = try await CompositionGenerator(timeline).imageGenerator()
        var levels: [Int] = []
        for frame in frames { levels.append(level(try await images.image(atFrame: frame))) }
        return levels
    }

    // MARK: Pictures

    @Test("A program's pictures are shown at their times, in any order")
    func resources() async throws {
        var late = TrackItem(.pictures(of: Ramp(from: 100)))
        late.inPoint = .frames(10)
        late.speed = 2
        let timeline = Self.timeline([TrackItem(.pictures(of: Ramp())), late])
        let plan = try CompositionGenerator(timeline).plan()
        #expect(plan.clips.map(\.frames) == [0..<30, 30..<40])
        let levels = try await Self.levels(timeline, [0, 29, 3, 30, 31, 39, 1])
        #expect(levels == [0, 58, 6, 120, 124, 156, 2])
    }

    @Test("Pictures without a length last as long as stills, and overlays until the end")
    func lengths() async throws {
        var timeline = Self.timeline([
            TrackItem(.pictures(of: Ramp(for: nil))), TrackItem(.color(.white), duration: .frames(5)),
        ])
        timeline.defaults.still = .frames(20)
        var overlay = TrackItem(.pictures(of: Ramp(from: 200, for: nil)))
        overlay.startTime = .frames(15)
        overlay.layout.opacity = 0.5
        timeline.overlays = [overlay]
        let plan = try CompositionGenerator(timeline).plan()
        #expect(plan.frameCount == 25 && plan.overlays.map(\.frames) == [15..<25])
        let levels = try await Self.levels(timeline, [14, 15, 24])
        #expect(levels[0] == 28 && abs(levels[1] - (30 + 200) / 2) <= 1 && abs(levels[2] - (255 + 218) / 2) <= 1)
    }

    /// Shows the picture after from the left edge to the progress.
    private final class Curtain: PictureTransition {
        let seen = Mutex<[Double]>([])

        func draw(progress: Double, from: PixelBuffer, to: PixelBuffer, into target: PixelBuffer) {
            seen.withLock { $0.append(progress) }
            let canvas = Canvas(target)
            canvas.draw(from, x: 0, y: 0)
            let width = Int(Double(target.size.width) * progress)
            canvas.draw(to, x: 0, y: 0, in: PixelRectangle(x: 0, y: 0, width: width, height: target.size.height))
        }
    }

    @Test("A program's transition draws the frames of the overlap")
    func transitions() async throws {
        let curtain = Curtain()
        var first = TrackItem(.color(.black), duration: .frames(10))
        first.transition = TrackTransition(.drawn(by: curtain), length: .frames(4))
        let timeline = Self.timeline([first, TrackItem(.color(.white), duration: .frames(10))])
        #expect(try CompositionGenerator(timeline).plan().frameCount == 16)
        #expect(try await Self.levels(timeline, Array(5...10)) == [0, 0, 0, 255, 255, 255])
        #expect(curtain.seen.withLock(\.self) == [0.125, 0.375, 0.625, 0.875])
    }

    /// Inverts colors, and counts how often.
    private final class Negative: PictureEffect {
        let count = Mutex(0)

        func apply(to pixels: PixelBuffer) {
            count.withLock { $0 += 1 }
            unsafe pixels.withMutableBytes { bytes in
                for index in bytes.indices where index % 4 != 3 { unsafe bytes[index] = 255 - bytes[index] }
            }
        }
    }

    @Test("A program's effect changes clips and the whole picture, once for each picture")
    func effects() async throws {
        let (own, whole) = (Negative(), Negative())
        var item = TrackItem(.color(Color(red: 40, green: 40, blue: 40)), duration: .frames(10))
        item.layout.effects = [.applied(by: own)]
        var timeline = Self.timeline([item, TrackItem(.color(.white), duration: .frames(10))])
        #expect(try await Self.levels(timeline, [0, 9, 10]) == [215, 215, 255])
        timeline.effects = [.applied(by: whole)]
        #expect(
            try await Self.levels(timeline, Array(0..<20)) == [Int](repeating: 40, count: 10)
                + [Int](repeating: 0, count: 10))
        #expect(own.count.withLock(\.self) == 2 && whole.count.withLock(\.self) == 2)
    }

    @Test("Pictures at several times come in order; one outside of the timeline is an error")
    func batches() async throws {
        let images = try await CompositionGenerator(Self.timeline([TrackItem(.pictures(of: Ramp()))])).imageGenerator()
        var seen: [Int] = []
        for try await (time, image) in images.images(at: [.zero, .milliseconds(500), .milliseconds(100)]) {
            #expect(time <= .milliseconds(500))
            seen.append(Self.level(image))
        }
        #expect(seen == [0, 30, 6])
        await #expect(throws: TimelineError.self) { try await images.image(at: .seconds(1)) }
        await #expect(throws: TimelineError.self) { try await images.image(at: .seconds(-1)) }
    }

    @Test("A contradiction is an error with a sentence")
    func contradictions() throws {
        var item = TrackItem(.color(.black), duration: .frames(10))
        item.transition = TrackTransition(.fade, length: .frames(11))
        let timeline = Self.timeline([item, TrackItem(.color(.white))])
        let error = #expect(throws: TimelineError.self) { try CompositionGenerator(timeline).plan() }
        #expect(error?.code == .invalidTimeline)
        let words = "The transition from #000000 to #ffffff takes 11 frames, but #000000 has 10."
        #expect(error?.message.hasPrefix(words) == true)
        #expect(throws: FileError.self) {
            try CompositionGenerator(Self.timeline([TrackItem(.file("/nowhere/a.mp4"))])).plan()
        }
    }

    // MARK: Sound

    /// Swaps the channels, and notes the positions.
    private final class Swap: AudioProcessing, AudioProcessor {
        let positions = Mutex<[Int]>([])

        func makeProcessor(sampleRate: Int) -> any AudioProcessor {
            #expect(sampleRate == 48_000)
            return self
        }

        func process(_ samples: inout SoundChunk, at position: Int) {
            positions.withLock { $0.append(position) }
            samples = SoundChunk(left: samples.right, right: samples.left)
        }
    }

    /// A second of sound with constant channels.
    private func constant(left: Float, right: Float) throws -> String {
        try folder.write(
            "constant.wav",
            WaveFile.data([[Float](repeating: left, count: 48_000), [Float](repeating: right, count: 48_000)]))
    }

    /// Changes of a timeline with a clip and a sound to values out of range, and what is said of them.
    private static let outOfRange: [(change: @Sendable (inout Timeline) -> Void, words: String)] = [
        ({ $0.size = PixelSize(width: 8, height: 8) }, "The canvas's width is 8. It must be from 16 to 8192 pixels."),
        ({ $0.clips[0].speed = -1 }, "The speed of the clip ramp is -1. It must be 0, which holds one"),
        ({ $0.clips[0].duration = .seconds(.seconds(-1)) }, "The duration of the clip ramp is -1 s. It must"),
        ({ $0.clips[0].inPoint = .frames(.min) }, "The in point of the clip ramp is -9223372036854775808 frames."),
        ({ $0.clips[0].layout.opacity = .nan }, "The opacity of the clip ramp is nan. It must be from 0 to 1."),
        ({ $0.clips[0].layout.x = .infinity }, "The place or rotation of the clip ramp is inf. It must be at most"),
        ({ $0.clips[0].layout.scale = -1 }, "The scale of the clip ramp is -1. It must be from 0 to 100."),
        ({ $0.clips[0].fades = Fades(in: .frames(-3)) }, "The fade-in of the clip ramp is -3 frames."),
        ({ $0.clips[0].audio.gain = -1 }, "The gain of the clip ramp is -1. It must be from 0 to 15.85."),
        ({ $0.clips[0].transition = .init(.fade, length: .frames(-1)) }, "The transition of the clip ramp is -1 fr"),
        ({ $0.sounds[0].speed = 0 }, "The speed of the sound music.wav is 0. It must be from 0.05 to 20."),
        ({ $0.sounds[0].gain = .infinity }, "The gain of the sound music.wav is inf."),
        ({ $0.sounds[0].startTime = .seconds(.seconds(-2)) }, "The start time of the sound music.wav is -2 s."),
    ]

    @Test("Values out of range are errors with a sentence", arguments: outOfRange.indices)
    func ranges(index: Int) throws {
        var timeline = Self.timeline([TrackItem(.pictures(of: Ramp()))])
        timeline.sounds = [AudioItem("music.wav")]
        Self.outOfRange[index].change(&timeline)
        let error = #expect(throws: TimelineError.self) { try CompositionGenerator(timeline).plan() }
        #expect(error?.code == .invalidTimeline)
        #expect(error?.message.contains(Self.outOfRange[index].words) == true, "\(error?.message ?? "")")
    }

    @Test("A program's processing changes the samples before the gain and its ramps")
    func processing() async throws {
        let swap = Swap()
        var sound = AudioItem(try constant(left: 0.25, right: -0.5))
        sound.processing = [swap]
        sound.volumeKeys = [.init(sample: 0, gain: 0), .init(sample: 24_000, gain: 1)]
        sound.gain = 0.5
        var timeline = Self.timeline([TrackItem(.color(.black), duration: .frames(30))])
        timeline.sounds = [sound]
        let chunk = try TimelineMixer(try CompositionGenerator(timeline).plan()).read(48_000)
        #expect(abs(chunk.left[12_000] + 0.125) < 0.001 && abs(chunk.right[12_000] - 0.0625) < 0.001)
        #expect(abs(chunk.left[40_000] + 0.25) < 0.001 && abs(chunk.right[40_000] - 0.125) < 0.001)
        let positions = swap.positions.withLock(\.self)
        #expect(positions == positions.sorted() && positions.first == 0)
    }

    // MARK: Files and playback

    @Test("An export that is canceled, or whose task is, leaves nothing", arguments: [true, false])
    func cancellation(byTask: Bool) async throws {
        let timeline = Self.timeline([TrackItem(.pictures(of: Ramp(for: nil)), duration: .seconds(.seconds(3600)))])
        let session = try await CompositionGenerator(timeline).exportSession(to: folder.path("out.mp4"))
        let (progress, report) = AsyncStream<Int>.makeStream()
        let task = Task { try await session.run { report.yield($0.done) } }
        _ = await progress.first { $0 == 10 }
        if byTask { task.cancel() } else { session.cancel() }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(folder.contents == [])
    }

    @Test("A preview passes on pictures and sound in order, from any time to the end")
    func preview() async throws {
        var timeline = Self.timeline([TrackItem(.pictures(of: Ramp()))])
        timeline.sounds = [AudioItem(try constant(left: 0.5, right: 0.5))]
        let player = try await CompositionGenerator(timeline).previewPlayer()
        #expect(player.duration == .seconds(1))
        let frames = Mutex<[(Int, Duration)]>([])
        let samples = Mutex<[(Int, Duration)]>([])
        try await player.play(from: .milliseconds(500)) { image, time in
            frames.withLock { $0.append((Self.level(image), time)) }
        } onSound: { chunk, time in
            samples.withLock { $0.append((chunk.count, time)) }
        }
        let shown = frames.withLock(\.self)
        #expect(shown.first?.0 == 30 && shown.first?.1 == .milliseconds(500))
        // Late pictures may be left out, but each that is shown is the one of its time.
        #expect(shown.map(\.1) == shown.map(\.1).sorted())
        #expect(shown.allSatisfy { $0.0 == FrameRate.thirty.frame(at: $0.1) * 2 })
        let heard = samples.withLock(\.self)
        #expect(heard.first?.1 == .milliseconds(500))
        #expect(heard.reduce(0) { $0 + $1.0 } == 24_000)
    }

    @Test("A preview ends with its task")
    func previewCancellation() async throws {
        let timeline = Self.timeline([TrackItem(.pictures(of: Ramp(for: nil)), duration: .seconds(.seconds(3600)))])
        let player = try await CompositionGenerator(timeline).previewPlayer()
        let (shown, report) = AsyncStream<Duration>.makeStream()
        let task = Task { try await player.play { _, time in report.yield(time) } }
        _ = await shown.first { $0 > .zero }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
