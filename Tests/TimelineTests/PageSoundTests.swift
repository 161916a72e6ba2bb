import Composition
import Testing

@testable import Timeline

@Suite("The sound of a timeline's pages")
struct PageSoundTests {
    private static let pages = """
        canvas: {fps: 30}
        video:
        - {page: "https://a.b/", for: 2s, then: {type: fade, duration: 15f}}
        - {page: "https://a.b/", in: 0.5s, for: 2s, speed: 2, reverse: true, audio: {volume: 50%, fade: 0.5s}}
        - {page: "https://a.b/", for: 1s, audio: off}
        overlays: [{page: "https://c.d/", at: 1s, for: 1s}]
        audio: [{src: music.wav}]
        """

    @Test("A page's sound is planned when it is known to have sound")
    func sounding() throws {
        let plan = try Descriptions.plan(Self.pages)
        #expect(plan.sounds.map(\.name) == ["music.wav"])
        let replaced = plan.replacingPages { clip in RecordedPage(path: "\(clip.name).mkv", hasSound: true) }
        #expect(replaced.clips.allSatisfy { $0.source == .video(path: "https://a.b/.mkv") })
        #expect(replaced.overlays.allSatisfy { $0.source == .video(path: "https://c.d/.mkv") })
        #expect(replaced.sounds.first == plan.sounds.first)
        let sounds = replaced.sounds.dropFirst()
        #expect(sounds.map(\.path) == ["https://a.b/.mkv", "https://a.b/.mkv", "https://c.d/.mkv"])
        #expect(sounds.map(\.samples) == [0..<96_000, 72_000..<168_000, 48_000..<96_000])
        #expect(sounds.map(\.fadeIn.samples) == [0, 24_000, 0])
        #expect(sounds.map(\.fadeOut.samples) == [24_000, 24_000, 0])
        #expect(sounds.map(\.gain) == [1, 0.5, 1])
        #expect(sounds.map(\.start) == [0, 24_000, 0])
        #expect(sounds.map(\.speed) == [1, 2, 1])
        #expect(sounds.map(\.isReversed) == [false, true, false])
    }

    @Test("A silent page, or one that is not replaced, adds nothing")
    func silent() throws {
        let plan = try Descriptions.plan(Self.pages)
        let replaced = plan.replacingPages { _ in RecordedPage(path: "page.mkv", hasSound: false) }
        #expect(replaced.sounds == plan.sounds)
        #expect(replaced.clips.allSatisfy { $0.source == .video(path: "page.mkv") })
        #expect(plan.replacingPages { _ in nil } == plan)
    }

    @Test("Fades longer than the clip are an error for pages, too")
    func fades() {
        #expect(
            Descriptions.mistake(in: "video:\n- {page: \"https://a.b/\", for: 1s, audio: {fade: 0.6s}}")
                == "line 2: The sound's fades take 28800 and 28800 samples, but the sound has 48000.")
    }
}
