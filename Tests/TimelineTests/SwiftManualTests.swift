import Composition
import Decoder
import Encoder
import EngineLink
import Files
import Foundation
import Frames
import LibAV
import Movies
import PageSampler
import Recorder
import TestSupport
import Testing
import Timeline

/// The lines of code in the tables of docs/swift.md, which are compiled here.
@Suite("The manual for Swift")
struct SwiftManualTests {
    @Test("The manual's lines of code are those compiled here")
    func lines() throws {
        let manual = try Self.text(of: "docs/swift.md")
        let source = try Self.text(of: "Tests/TimelineTests/SwiftManualTests.swift")
            .replacing(#/\s+/#, with: "")
        let tables = try #require(manual.range(of: "## Coming from AVFoundation"))
        let rows = manual[tables.upperBound...].matches(of: #/(?m)^\| .* \| `(?<code>.*)` \|$/#).map(\.code)
        #expect(rows.count > 50)
        for row in rows {
            let isCompiled = source.contains(row.replacing(#/\s+/#, with: ""))
            #expect(isCompiled, "not compiled: \(row)")
        }
    }

    @Test("The manual shows the examples as they are", arguments: ["SampleAPage", "EditATimeline"])
    func examples(name: String) throws {
        let manual = try Self.text(of: "docs/swift.md")
        #expect(manual.contains("```swift\n\(try Self.text(of: "Examples/\(name)/main.swift"))```"))
    }

    private static func text(of file: String) throws -> String {
        try String(contentsOf: Fixture.repository.appending(path: file), encoding: .utf8)
    }

    // MARK: Compiled, not run

    private func sample(_ page: PageAddress, _ frame: PageFrame) async throws {
        let frames = PageFrames(page)
        var pictures: [(PixelBuffer, Int)] = []
        var signals: [RecordedSignal] = []
        try await frames.sample { image, index in pictures.append((image, index)) }
        for try await frame in frames { pictures.append((frame.pixels, frame.index)) }
        let time = frame.time
        let planes = try PixelPlanes(frame.pixels, as: .nv12)
        let png = try StillWriter.encoded(frame.pixels)
        for try await event in frames.events { if case .event(.signal(let signal)) = event { signals.append(signal) } }
        let live = PageFrames(page, frameRate: .thirty, clock: .realtime)
        _ = (time, planes, png, live)
    }

    private func record(_ plan: RecordingPlan, _ job: MovieJob, _ task: Task<Void, Never>) async throws {
        var plan = plan
        let summary = try await Recording(plan).run()
        plan.rate = .bitrate(4_000_000)
        plan.rate = .bitsPerPixel(0.1)
        plan.stream.keyframeInterval = .frames(60)
        plan.stream.keyframeInterval = .time(.seconds(2))
        plan.stream.profile = .high
        plan.stream.pixelAspect = PixelAspect("4:3") ?? .square
        plan.stream.pixelFormat = .yuv444p
        plan.videoSize = PixelSize(width: 1920, height: 1080)
        plan.options.scale = DeviceScale(2) ?? .one
        (plan.sound.sampleRate, plan.sound.channels) = (44_100, 1)
        plan.soundtrack = SoundtrackSettings(path: "music.m4a")
        task.cancel()
        let ticket = MovieQueue(name: "films").add(job) { result in print(result) }
        _ = (summary, ticket)
    }

    private func compose(
        _ resource: any PictureResource, _ effect: any PictureEffect, _ processing: any AudioProcessing,
        _ transition: any PictureTransition, _ first: KeyFrame, _ last: KeyFrame, _ times: [Duration],
        show: @escaping @Sendable (PixelBuffer, Duration) -> Void
    ) async throws {
        var timeline = Timeline(size: PixelSize(width: 1280, height: 720), background: .black)
        var item = TrackItem(.file("a.mp4"))
        let film = Resource.video(path: "a.mp4")
        let picture = TrackItem(.still(path: "a.png"), duration: .seconds(.seconds(2)))
        item.isReversed = true
        let title = TrackItem(.title(Title(text: "2026")), duration: .frames(45))
        let own = TrackItem(.pictures(of: resource))
        let report = TrackItem(
            .page(PageClip(address: "report.html", size: timeline.size)), duration: .seconds(.seconds(6)))
        (item.inPoint, item.outPoint) = (.seconds(.seconds(1)), .seconds(.seconds(3)))
        item.speed = 1.25
        item.layout.fit = .cover
        item.layout.frame = PixelRectangle(x: 0, y: 0, width: 640, height: 360)
        item.layout.matrix = LinearMap(a: 1, b: 0, c: 0.3, d: 1)
        item.layout.opacity = 0.5
        item.layout.effects = [.saturation(0), .applied(by: effect)]
        item.keyFrames = [first, last]
        item.audio.gain = 0.5
        item.audio.volumeKeys = [.init(sample: 0, gain: 0), .init(sample: 48_000, gain: 1)]
        item.audio.processing = [processing]
        item.transition = TrackTransition(.fade, length: .seconds(.seconds(1)))
        item.transition = TrackTransition(.wipe(softness: 0.2), direction: .right)
        item.transition = TrackTransition(.push, easing: .inOutQuad)
        item.transition = TrackTransition(.bounceUp)
        item.transition = TrackTransition(.fadeThrough(.black))
        item.transition = nil
        item.transition = TrackTransition(.drawn(by: transition), length: .frames(15))
        item.audio.fades = Fades(in: .seconds(.seconds(1)), out: .seconds(.seconds(1)))
        timeline.clips = [item, picture]
        timeline.overlays = [title]
        timeline.sounds = [AudioItem("music.m4a")]
        timeline.effects = [.vignette(0.4)]
        let generator = CompositionGenerator(timeline)
        let image = try await generator.imageGenerator().image(at: .seconds(1))
        for try await (time, image) in try await generator.imageGenerator().images(at: times) {
            print(time, image.size)
        }
        let session = try await generator.exportSession(to: "out.mp4")
        let written = try await session.run { progress in print(progress.done, progress.total) }
        session.cancel()
        try await generator.previewPlayer().play { image, time in show(image, time) }
        _ = (film, own, report, image, written)
    }
}
