import Composition
import Encoder
import Frames
import Testing

@testable import Timeline

/// Resolving descriptions to whole numbers.
@Suite("Resolving descriptions")
struct ResolverTests {
    private func frames(_ plan: TimelinePlan) -> [Range<Int>] { plan.clips.map(\.frames) }

    // MARK: Times

    @Test("Clips overlap by their transitions")
    func overlaps() throws {
        let plan = try Descriptions.plan(
            """
            video:
            - {src: three.mp4, then: {type: fade, duration: 1s}}
            - {src: silent.mp4, then: {type: push, direction: right, duration: 15f, ease: inOutQuad}}
            - {src: logo.png, for: 2s}
            """)
        #expect(frames(plan) == [0..<90, 60..<150, 135..<195])
        #expect(plan.clips[0].transition == Transition(.fade, frameCount: 30))
        #expect(
            plan.clips[1].transition == Transition(.push, direction: .right, easing: .inOutQuad, frameCount: 15))
        #expect(plan.clips[2].transition == nil)
        #expect(plan.frameCount == 195)
        #expect(plan.sampleCount == 312_000)
    }

    @Test("Rounding errors do not accumulate over a thousand clips")
    func drift() throws {
        let clips = (0..<1000).map { _ in "- {color: black, for: 0.1s}" }.joined(separator: "\n")
        let plan = try Descriptions.plan("canvas: {fps: 29.97}\nvideo:\n\(clips)")
        // 100 s at 30000/1001 are 2997.003 frames.
        #expect(plan.frameCount == 2997)
        for (clip, next) in zip(plan.clips, plan.clips.dropFirst()) {
            #expect(clip.frames.upperBound == next.frames.lowerBound)
            #expect((2...4).contains(clip.frames.count))
        }
    }

    @Test("NTSC rates are exact over long timelines", arguments: ["24000/1001", "30000/1001", "60000/1001"])
    func broadcast(rate: String) throws {
        let clips = (0..<500).map { _ in "- {color: black, for: 45f, then: {type: fade, duration: 7f}}" }
        let plan = try Descriptions.plan(
            "canvas: {fps: \(rate)}\nvideo:\n\(clips.joined(separator: "\n"))\n- {color: white, for: 45f}")
        for (index, clip) in plan.clips.enumerated() {
            #expect(clip.frames == index * 38..<index * 38 + 45)
        }
        let fps = try #require(FrameRate(rate))
        #expect(plan.sampleCount == fps.sampleCount(forFrames: 500 * 38 + 45, sampleRate: 48_000))
    }

    @Test("An NTSC video has all of its frames")
    func natural() throws {
        let plan = try Descriptions.plan("canvas: {fps: 30000/1001}\nvideo: [{src: ntsc.mp4}]")
        #expect(frames(plan) == [0..<90])
        #expect(plan.sampleCount == 144_144)
    }

    @Test("In and out points and speed apply to a source")
    func playback() throws {
        let plan = try Descriptions.plan(
            """
            video:
            - {src: three.mp4, in: 0.5s, out: 2.5s, speed: 2}
            - {src: three.mp4, in: 15f, for: 1s, reverse: true}
            """)
        #expect(frames(plan) == [0..<30, 30..<60])
        #expect(plan.clips[0].playback == Playback(start: .milliseconds(500), speed: 2))
        #expect(plan.clips[1].playback == Playback(start: .milliseconds(500), isReversed: true))
        #expect(plan.sounds.map(\.samples) == [0..<48_000, 48_000..<96_000])
        #expect(plan.sounds.map(\.start) == [24_000, 24_000])
        #expect(plan.sounds[0].speed == 2)
        #expect(plan.sounds[1].isReversed)
    }

    @Test("A speed of 0 holds the picture at the in point, silently")
    func held() throws {
        let plan = try Descriptions.plan(
            """
            video:
            - {src: three.mp4, in: 0.5s, speed: 0, for: 10s, then: {type: fade, duration: 1s}}
            - {src: three.mp4, in: 1s, speed: 0, reverse: true}
            - {page: "http://a/", in: 2s, speed: 0, for: 5s}
            """)
        // Without a length, it lasts as long as an image: 4 s.
        #expect(frames(plan) == [0..<300, 270..<390, 390..<540])
        #expect(plan.clips[0].playback == Playback(start: .milliseconds(500), speed: 0))
        let times = [0, 299].map { plan.clips[0].playback.sourceTime(ofFrame: $0, of: 300, at: plan.frameRate) }
        #expect(times == [.milliseconds(500), .milliseconds(500)])
        #expect(plan.sounds.isEmpty)
        // Of the page, the frame at 2 s is the last that is recorded.
        #expect(ClipRecording(plan.clips[2], at: plan.frameRate)?.frameCount == 61)
    }

    @Test("Defaults apply to clips, and a page has the canvas's size")
    func defaults() throws {
        let plan = try Descriptions.plan(
            """
            canvas: {width: 640, height: 360}
            defaults: {still: 1s, fit: cover, transition: {type: wipe, duration: 10f, softness: 0.5}}
            video:
            - {src: logo.png}
            - {title: 标题, fit: stretch, then: fade-white}
            - {page: {src: "https://a.b/", seed: 7, options: {dark: true}}, duration: 2s}
            """)
        #expect(frames(plan) == [0..<30, 20..<50, 40..<100])
        #expect(plan.clips[0].transition == Transition(.wipe(softness: 0.5), frameCount: 10))
        #expect(
            plan.clips[1].transition
                == Transition(.fadeThrough(Color(red: 255, green: 255, blue: 255)), frameCount: 10))
        #expect(plan.clips.map(\.layout.fit) == [.cover, .stretch, .cover])
        var page = PageClip(address: "https://a.b/", size: PixelSize(width: 640, height: 360))
        page.options = ["--seed=7", "--dark=true"]
        #expect(plan.clips[2].source == .page(page))
    }

    // MARK: Places

    @Test(
        "Frames and anchors are rounded to pixels",
        arguments: [
            ("", PixelRectangle(x: 220, y: 130, width: 200, height: 100)),
            ("anchor: bottom-right, margin: 24", PixelRectangle(x: 416, y: 236, width: 200, height: 100)),
            ("anchor: top-left, width: 10%", PixelRectangle(x: 0, y: 0, width: 64, height: 32)),
            ("anchor: bottom, height: 50, margin: 10%", PixelRectangle(x: 270, y: 274, width: 100, height: 50)),
            ("anchor: left, width: 100, height: 100", PixelRectangle(x: 0, y: 130, width: 100, height: 100)),
            ("frame: [50%, 0, 50%, 100%]", PixelRectangle(x: 320, y: 0, width: 320, height: 360)),
            ("frame: [-10, 33.3%, 33.3%, 33.4%]", PixelRectangle(x: -10, y: 120, width: 213, height: 120)),
        ])
    func places(text: String, frame: PixelRectangle) throws {
        let keys = text.isEmpty ? "" : ", \(text)"
        let plan = try Descriptions.plan(
            "canvas: {width: 640, height: 360}\nvideo: [{color: black}]\noverlays: [{src: logo.png\(keys)}]")
        #expect(plan.overlays[0].layout.frame == frame)
    }

    @Test("An overlay has its video's orientation; a title fills the canvas")
    func shapes() throws {
        let plan = try Descriptions.plan(
            """
            canvas: {width: 640, height: 360}
            video: [{color: black}]
            overlays: [{src: upright.mp4, height: 50%}, {title: {text: A, size: 10%}}]
            """)
        #expect(plan.overlays[0].layout.frame == PixelRectangle(x: 269, y: 90, width: 102, height: 180))
        #expect(plan.overlays[0].frames == 0..<90)
        #expect(plan.overlays[1].layout.frame == PixelRectangle(x: 0, y: 0, width: 640, height: 360))
        #expect(plan.overlays[1].frames == 0..<120)
        var title = Title(text: "A")
        title.size = 36
        #expect(plan.overlays[1].source == .title(title))
    }

    @Test("Keyframes and motions are converted to frames and pixels")
    func motion() throws {
        let plan = try Descriptions.plan(
            """
            canvas: {width: 640, height: 360, fps: 30}
            video:
            - {src: logo.png, for: 2s, motion: {zoom: [1, 1.2], pan: [[0, 0], [10%, -20]], ease: inOutSine}}
            - {src: logo.png, for: 1s, keyframes: [{at: 0s, opacity: 0}, {at: 15f, rotate: 90, x: 5%, ease: outBack}]}
            - {color: black, transform: {rotate: 45, scale: 2, x: 50%, y: 10, mirror: true, matrix: [1, 0, 0.3, 1]}, opacity: 0.5, fade: [6f, 0.5s]}
            """)
        var first = KeyFrame(frame: 0)
        (first.scale, first.x, first.y) = (1, 0, 0)
        var last = KeyFrame(frame: 59, easing: .inOutSine)
        (last.scale, last.x, last.y) = (1.2, 64, -20)
        #expect(plan.clips[0].layout.keyFrames == [first, last])
        var hidden = KeyFrame(frame: 0)
        hidden.opacity = 0
        var turned = KeyFrame(frame: 15, easing: .outBack)
        (turned.rotation, turned.x) = (90, 32)
        #expect(plan.clips[1].layout.keyFrames == [hidden, turned])
        let layout = plan.clips[2].layout
        #expect((layout.rotation, layout.scale, layout.x, layout.y) == (45, 2, 320, 10))
        #expect(layout.matrix == LinearMap(a: 1, b: 0, c: 0.3, d: 1))
        #expect(layout.isMirrored)
        #expect((layout.opacity, layout.fadeIn, layout.fadeOut) == (0.5, 6, 15))
    }

    @Test("A motion adds to the clip's transform")
    func motionOfTransformed() throws {
        let plan = try Descriptions.plan(
            """
            canvas: {width: 640, height: 360, fps: 30}
            video:
            - {src: logo.png, for: 1s, transform: {scale: 0.5, x: 50, y: 5}, motion: {zoom: [1, 1.2], pan: [[0, 0], [10%, -20]]}}
            - {src: logo.png, for: 1s, transform: {scale: 0.5, x: 50}, motion: {zoom: [2, 1]}}
            """)
        var first = KeyFrame(frame: 0)
        (first.scale, first.x, first.y) = (0.5, 50, 5)
        var last = KeyFrame(frame: 29)
        (last.scale, last.x, last.y) = (0.6, 114, -15)
        #expect(plan.clips[0].layout.keyFrames == [first, last])
        #expect(plan.clips[1].layout.keyFrames.map(\.scale) == [1, 0.5])
        #expect(plan.clips[1].layout.keyFrames.map(\.x) == [nil, nil] && plan.clips[1].layout.x == 50)
    }

    @Test("An overlay without a length ends with the timeline")
    func cut() throws {
        let plan = try Descriptions.plan(
            "video: [{color: black, for: 2s}]\noverlays: [{src: three.mp4, at: 1s}, {src: logo.png, at: 20f, for: 1s}]")
        #expect(plan.overlays.map(\.frames) == [30..<60, 20..<50])
        #expect(plan.sounds.map(\.samples) == [48_000..<96_000])
    }

    // MARK: Sounds

    @Test("Clip sounds cross-fade during transitions")
    func crossfades() throws {
        let plan = try Descriptions.plan(
            """
            canvas: {fps: 29.97}
            video:
            - {src: three.mp4, then: {type: fade, duration: 10f}}
            - {src: three.mp4, audio: {volume: -6dB, fade: [0s, 0.5s], curve: linear}}
            - {src: three.mp4, audio: off}
            - {src: silent.mp4}
            """)
        #expect(plan.sounds.count == 2)
        let (first, second) = (plan.sounds[0], plan.sounds[1])
        #expect(first.fadeIn.samples == 0)
        #expect(first.samples.upperBound - first.fadeOut.samples == second.samples.lowerBound)
        #expect(second.fadeIn == .init(samples: 16_016))
        #expect(first.fadeOut.samples == second.fadeIn.samples)
        #expect(second.fadeOut == .init(samples: 24_000, curve: .linear))
        #expect(abs(second.gain - 0.501187) < 1e-6)
    }

    @Test("A looped sound is exactly as long as the video")
    func bed() throws {
        let plan = try Descriptions.plan(
            """
            canvas: {fps: 30}
            video: [{color: black, for: 129f}]
            audio:
            - {src: music.wav, loop: {crossfade: 50ms}, for: video, volume: 50%, fade: [1s, 2s], duck: {ratio: 4}}
            - {src: music.wav, at: 1s, in: 0.25s, out: 0.75s, loop: true, for: 2s}
            - {src: music.wav, at: 4s}
            - {src: music.wav, speed: 0.5, keyframes: [{at: 0s, volume: 0}, {at: 1s, volume: 2}]}
            """)
        #expect(plan.sounds.map(\.samples) == [0..<206_400, 48_000..<144_000, 192_000..<206_400, 0..<120_000])
        #expect(plan.sounds[0].loopCrossfade == 2400)
        #expect(plan.sounds[0].gain == 0.5)
        #expect(plan.sounds[0].fadeIn.samples == 48_000)
        #expect(plan.sounds[0].ducking?.ratio == 4)
        #expect(plan.sounds[0].ducking?.attack == 960)
        #expect(plan.sounds[1].loopCrossfade == 0)
        #expect((plan.sounds[1].start, plan.sounds[1].sourceSamples) == (12_000, 24_000))
        #expect(plan.sounds[2].loopCrossfade == nil)
        #expect(plan.sounds[3].volumeKeys == [.init(sample: 0, gain: 0), .init(sample: 48_000, gain: 2)])
    }

    // MARK: Outputs

    @Test("Outputs get their frames, sizes and rates")
    func outputs() throws {
        let plan = try Descriptions.plan(
            """
            canvas: {width: 640, height: 360, fps: 30}
            video: [{color: black, for: 5s}]
            effects: [{brightness: 0.1}, {tint: "#ff000080"}]
            outputs:
            - {file: a.mp4, quality: 28, codec: hevc}
            - {file: a.gif, width: 160, fps: 12}
            - {file: a.jpg, at: 3.2s}
            - {file: s.png, sheet: {columns: 5, every: 1s}}
            - {file: f/%05d.png, from: 1s, for: 10f}
            - {livephoto: IMG_0001, from: 1s, for: 3s, still: 1.5s, pvt: true}
            - {motionphoto: IMG_0002.MP.jpg, from: 1s, for: 3s}
            - {file: a.otio}
            """)
        #expect(plan.effects == [.brightness(0.1), .tint(Color(red: 255, green: 0, blue: 0, alpha: 128))])
        #expect(
            plan.outputs.map(\.kind) == [
                .movie, .movie, .still(frame: 96), .sheet(columns: 5, frames: [0, 30, 60, 90, 120]), .sequence,
                .livePhoto(still: 75), .motionPhoto(still: 75), .interchange,
            ])
        #expect(plan.outputs[0].path == "/nowhere/a.mp4")
        #expect((plan.outputs[0].movie.rate, plan.outputs[0].movie.codec) == (.quality(28), .hevc))
        #expect(plan.outputs[1].size == PixelSize(width: 160, height: 90))
        #expect(plan.outputs[1].frameRate == FrameRate("12"))
        #expect(plan.outputs[4].frames == 30..<40)
        #expect(plan.outputs[5].frames == 30..<120)
        #expect(plan.outputs[5].isBundle)
        #expect(plan.outputs[6].path == "/nowhere/IMG_0002")
    }
}
