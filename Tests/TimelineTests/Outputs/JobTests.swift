import Encoder
import Foundation
import Frames
import Synchronization
import TestSupport
import Testing

@testable import Files
@testable import Timeline

@Suite("Writing a timeline's outputs")
struct JobTests {
    private let sounds: SoundPlan
    private var folder: TemporaryFolder { sounds.folder }

    init() throws { sounds = try SoundPlan() }

    private func output(
        _ name: String, _ kind: PlannedOutput.Kind, _ change: (inout PlannedOutput) -> Void = { _ in }
    ) -> PlannedOutput {
        var output = PlannedOutput(path: folder.path(name), kind: kind)
        change(&output)
        return output
    }

    /// A timeline of 40 frames with a tone.
    private func plan(_ outputs: [PlannedOutput], hasSound: Bool = true) throws -> TimelinePlan {
        let tone = try sounds.sound(WaveFile.tone(440, count: 30_000), at: 0..<64_000) { $0.loopCrossfade = 0 }
        var plan = SoundPlan.timeline(frames: 40, hasSound ? [tone] : [])
        plan.outputs = outputs
        return plan
    }

    @discardableResult
    private func run(
        _ plan: TimelinePlan, log: GrayRenderer.Log = .init(), failingFrame: Int? = nil, overwrite: Bool = false,
        onProgress: @escaping @Sendable (TimelineProgress) -> Void = { _ in }
    ) async throws -> [OutputSummary] {
        var settings = OutputSettings()
        settings.overwrite = overwrite
        var plan = plan
        for index in plan.outputs.indices {
            plan.outputs[index].movie.preset = .ultrafast
            plan.outputs[index].movie.rate = .quality(8)
        }
        let size = plan.size
        return try await ExportSession(plan, settings: settings).run(onProgress: onProgress) {
            GrayRenderer(size, log: log, failingFrame: failingFrame)
        }.outputs
    }

    /// The folder's entries except the sound.
    private var files: [String] { folder.contents.filter { $0 != "sound.wav" } }

    @Test("A video has exactly its frames and samples", arguments: ["mp4", "mkv", "mov", "webm"])
    func movie(kind: String) async throws {
        let summaries = try await run(plan([output("out.\(kind)", .movie)]))
        let path = folder.path("out.\(kind)")
        let shown = try await FrameDecoder.frames(of: path, as: .rgb24).map(GrayRenderer.frame)
        #expect(shown == Array(0..<40))
        #expect(summaries.map(\.frames) == [40])
        #expect(summaries.map(\.samples) == [64_000])
        if kind == "mp4" {
            let probe = try await Probe.read(path)
            #expect(probe.audio?.durationTs == 64_000)
            #expect(probe.video?.rFrameRate == "30/1")
        }
        #expect(files == ["out.\(kind)"])
    }

    @Test("The sound of Matroska and WebM files ends with the pictures", arguments: ["mkv", "webm"], [31, 38, 40])
    func end(kind: String, frames: Int) async throws {
        // Not a whole number of AAC or Opus frames.
        try await run(plan([output("out.\(kind)", .movie) { $0.frames = 0..<frames }]))
        let raw = folder.path("sound.raw")
        try await Tool.run(
            "ffmpeg", ["-v", "error", "-i", folder.path("out.\(kind)"), "-map", "0:a", "-f", "s16le", raw])
        let samples = try folder.read("sound.raw").count / 4
        // AAC begins with the encoder's 1024 samples before the first picture, which some decoders drop.
        let priming = kind == "mkv" && samples > frames * 1600 ? 1024 : 0
        #expect(samples == frames * 1600 + priming)
    }

    @Test("One pass writes all kinds of outputs")
    func many() async throws {
        let log = GrayRenderer.Log()
        let progress = Mutex<[TimelineProgress]>([])
        let ten = try #require(FrameRate("10"))
        let plan = try plan([
            output("out.mp4", .movie),
            output("small.webm", .movie) {
                $0.size = PixelSize(width: 32, height: 24)
                $0.frames = 10..<30
                $0.frameRate = ten
            },
            output("out.gif", .movie) { $0.frameRate = ten },
            output("still.png", .still(frame: 17)),
            output("still.jpg", .still(frame: 18)),
            output("still.webp", .still(frame: 19)),
            output("sheet.png", .sheet(columns: 2, frames: [0, 20, 39])),
            output("frames/%03d.png", .sequence) { $0.frames = 5..<8 },
        ])
        let summaries = try await run(plan, log: log) { step in progress.withLock { $0.append(step) } }
        #expect(log.frames == Array(0..<40))
        #expect(progress.withLock { $0.map(\.done) } == Array(1...40))
        #expect(progress.withLock { Set($0.map(\.total)) } == [40])
        #expect(summaries.map(\.frames) == [40, 7, 13, 1, 1, 1, 3, 3])
        #expect(summaries.map(\.samples) == [64_000, 33_600, nil, nil, nil, nil, nil, nil])
        for summary in summaries where !summary.path.contains("%") {
            let size = try FileManager.default.attributesOfItem(atPath: summary.path)[.size] as? Int
            #expect(size == summary.bytes, "\(summary.path)")
        }
        func frames(_ name: String) async throws -> [Int] {
            try await FrameDecoder.frames(of: folder.path(name), as: .rgb24).map(GrayRenderer.frame)
        }
        #expect(try await frames("small.webm") == [10, 13, 16, 19, 22, 25, 28])
        for (name, frame) in [("still.png", 17), ("still.jpg", 18), ("still.webp", 19)] {
            #expect(try await frames(name) == [frame], "\(name)")
        }
        for frame in 5..<8 { #expect(try await frames("frames/00\(frame).png") == [frame]) }
        let sheet = try #require(try await FrameDecoder.frames(of: folder.path("sheet.png"), as: .rgb24).first)
        #expect((sheet.width, sheet.height) == (2 * 64 + 3 * 8, 2 * 48 + 3 * 8))
        #expect(sheet.pixel(40, 30) == GrayRenderer.color(ofFrame: 0))
        #expect(sheet.pixel(112, 30) == GrayRenderer.color(ofFrame: 20))
        #expect(sheet.pixel(40, 90) == GrayRenderer.color(ofFrame: 39))
        #expect(sheet.pixel(112, 90) == [255, 255, 255])
        #expect(
            files == [
                "frames/", "frames/005.png", "frames/006.png", "frames/007.png", "out.gif", "out.mp4", "sheet.png",
                "small.webm", "still.jpg", "still.png", "still.webp",
            ])
    }

    @Test("A part has the sound of its range")
    func partOfSound() async throws {
        var plan = try plan([output("out.webm", .movie) { $0.frames = 20..<35 }])
        plan.sounds = [
            try sounds.sound(SoundPlan.level(0, count: 40_000) + SoundPlan.level(0.5, count: 24_000), at: 0..<64_000)
        ]
        let summaries = try await run(plan)
        #expect(summaries.map(\.samples) == [24_000])
        // Silence up to 40000, which is the 8000th here.
        let bytes = try await Tool.run(
            "ffmpeg", ["-v", "error", "-nostdin", "-i", folder.path("out.webm"), "-ac", "1", "-f", "f32le", "-"])
        let samples = unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
        let loud = try #require(samples.firstIndex { abs($0) > 0.25 })
        #expect(abs(loud - 8000) < 64)
    }

    @Test("A silent timeline gives a video without sound")
    func silent() async throws {
        let summaries = try await run(plan([output("out.mp4", .movie)], hasSound: false))
        #expect(summaries.map(\.samples) == [nil])
        let probe = try await Probe.read(folder.path("out.mp4"))
        #expect(probe.streams.count == 1)
    }

    @Test("A rendering error keeps old files")
    func failure() async throws {
        try folder.write("out.mp4", "old")
        try folder.write("frames/006.png", "older")
        let plan = try plan([
            output("out.mp4", .movie), output("out.gif", .movie), output("new/still.png", .still(frame: 3)),
            output("frames/%03d.png", .sequence),
        ])
        await #expect(throws: GrayRenderer.Failure.self) {
            try await run(plan, failingFrame: 30, overwrite: true)
        }
        #expect(files == ["frames/", "frames/006.png", "out.mp4"])
        #expect(try folder.read("out.mp4") == Data("old".utf8))
        #expect(try folder.read("frames/006.png") == Data("older".utf8))
        try await run(plan, overwrite: true)
        #expect(files.count == 45)
        #expect(try folder.read("out.mp4").count > 1000)
        #expect(try folder.read("frames/006.png").starts(with: [0x89]))
    }

    @Test("If one file cannot be placed, the others are undone")
    func takenBack() async throws {
        try folder.write("out.mp4", "old")
        try folder.write("frames/006.png", "older")
        let blocked = folder.path("last.png")
        let plan = try plan([
            output("out.mp4", .movie), output("frames/%03d.png", .sequence), output("last.png", .still(frame: 39)),
        ])
        // A folder takes the name of the last file during rendering.
        let error = await #expect(throws: FileError.self) {
            try await run(plan, overwrite: true) { step in
                if step.done == 40 { unsafe mkdir(blocked, 0o700) }
            }
        }
        #expect(error?.code == .cannotWriteOutput)
        #expect(files == ["frames/", "frames/006.png", "last.png/", "out.mp4"])
        #expect(try folder.read("out.mp4") == Data("old".utf8))
        #expect(try folder.read("frames/006.png") == Data("older".utf8))
    }

    @Test("Cancellation leaves nothing")
    func cancelled() async throws {
        let (steps, continuation) = AsyncStream<Void>.makeStream()
        let plan = try plan([
            output("out.mp4", .movie), output("out.gif", .movie), output("frames/%03d.png", .sequence),
        ])
        let size = plan.size
        let task = Task {
            try await ExportSession(plan).run { step in
                if step.done == 5 { continuation.finish() }
            } _: {
                GrayRenderer(size)
            }
        }
        for await _ in steps {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(files == [])
    }

    @Test("A full disk keeps old files", .enabled(if: SmallDisk.isAvailable))
    func fullDisk() async throws {
        let disk = try folder.makeFolder("disk")
        try await SmallDisk.mounted(at: disk, kilobytes: 100) { _ in
            try folder.write("disk/out.mp4", "old")
            let plan = try plan([output("disk/out.mp4", .movie), output("disk/%03d.png", .sequence)])
            let error = await #expect(throws: FileError.self) { try await run(plan, overwrite: true) }
            #expect(error?.code == .cannotWriteOutput)
            #expect(error?.message.contains("The disk is full: '\(disk)/") == true, "\(String(describing: error))")
            #expect(files == ["disk/", "disk/out.mp4"])
            #expect(try folder.read("disk/out.mp4") == Data("old".utf8))
        }
    }

    @Test("Conflicting, existing and unsupported outputs are rejected")
    func refusals() async throws {
        try folder.write("old.mp4", "old")
        let link = folder.path("link.wav")
        let cases: [([PlannedOutput], FileError.Code, String)] = [
            ([output("a.mp4", .movie), output("./a.mp4", .movie)], .invalidSettings, "the same file"),
            ([output("%03d.png", .sequence), output("012.png", .still(frame: 1))], .invalidSettings, "the same file"),
            ([output("link.wav", .movie)], .invalidSettings, "which the timeline is made of"),
            ([output("old.mp4", .movie)], .cannotCreateOutput, "already exists"),
            ([output("a.txt", .movie)], .invalidSettings, ".mp4"),
            ([output("a.mp4", .still(frame: 0))], .invalidSettings, ".png"),
            ([output("a.png", .sequence)], .invalidSettings, "%05d"),
            ([output("a.png", .still(frame: 40))], .invalidSettings, "40"),
            ([output("a.mp4", .movie) { $0.frames = 30..<50 }], .invalidSettings, "frames outside the timeline"),
            ([output("a.mp4", .movie) { $0.frameRate = FrameRate("60") }], .invalidSettings, "60 frames per second"),
        ]
        for (outputs, code, words) in cases {
            let plan = try plan(outputs)
            if !FileManager.default.fileExists(atPath: link) {
                try FileManager.default.linkItem(atPath: folder.path("sound.wav"), toPath: link)
            }
            let error = await #expect(throws: FileError.self) { try await run(plan) }
            #expect(error?.code == code, "\(words)")
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
            #expect(files == ["link.wav", "old.mp4"])
        }
    }
}
