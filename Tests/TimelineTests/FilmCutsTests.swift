import Frames
import Testing

@testable import Timeline

/// Timelines that consist of cuts of films.
@Suite("Cuts of films")
struct FilmCutsTests {
    @Test("A cut is a range of frames and the moment of the film at which it begins")
    func cuts() throws {
        let plan = try Descriptions.plan(
            """
            canvas: {fps: 25}
            video:
            - {src: three.mp4, in: 1s, out: 2s}
            - {src: upright.mp4}
            """)
        let all = try FilmCuts(of: plan).cuts
        #expect(all.map(\.frames) == [0..<25, 25..<100])
        #expect(all.map(\.start) == [.seconds(1), .zero])
        #expect(all.map(\.path) == ["/nowhere/three.mp4", "/nowhere/upright.mp4"])
        let part = try FilmCuts(of: plan, frames: 20..<30).cuts
        #expect(part.map(\.frames) == [20..<25, 25..<30])
        #expect(part.map(\.start) == [.milliseconds(1800), .zero])
        #expect(try FilmCuts(of: plan, frames: 30..<40).cuts.map(\.start) == [.milliseconds(200)])
    }

    @Test(
        "Whatever changes a picture is named",
        arguments: [
            ("video: [{color: white, for: 1s}]", "#ffffff is not a film"),
            ("video: [{src: logo.png, for: 1s}]", "logo.png is not a film"),
            ("video: [{src: three.mp4, speed: 2}]", "three.mp4 has another speed"),
            ("video: [{src: three.mp4, speed: 0, for: 1s}]", "three.mp4 is held at one picture"),
            ("video: [{src: three.mp4, reverse: true}]", "three.mp4 is played backward"),
            ("video: [{src: three.mp4, deinterlace: always}]", "three.mp4 is deinterlaced"),
            ("video: [{src: three.mp4, key: {color: black}}]", "three.mp4 has a transparent color"),
            ("video: [{src: three.mp4, frame: [0, 0, 50, 50]}]", "three.mp4 does not fill the canvas"),
            ("video: [{src: three.mp4, keyframes: [{at: 1s, opacity: 0.5}]}]", "three.mp4 has keyframes"),
            ("video: [{src: three.mp4, fade: [1s, 0s]}]", "three.mp4 has fades"),
            ("video: [{src: three.mp4, opacity: 0.5}]", "three.mp4 is not opaque"),
            ("video: [{src: three.mp4, effects: [{blur: 2}]}]", "three.mp4 has effects"),
            (
                "video: [{src: three.mp4, transform: {rotate: 90}}]",
                "three.mp4 is rotated, scaled, moved, mirrored or skewed"
            ),
            (
                "video: [{src: three.mp4, then: fade}, {src: silent.mp4}]",
                "three.mp4 has a transition to the next clip"
            ),
            ("video: [{src: three.mp4}]\noverlays: [{src: logo.png}]", "logo.png lies over it"),
            ("video: [{src: three.mp4}]\neffects: [{blur: 2}]", "the whole picture has effects"),
        ])
    func obstacles(timeline: String, reason: String) throws {
        let plan = try Descriptions.plan(timeline)
        let obstacle = #expect(throws: FilmCuts.Obstacle.self) { try FilmCuts(of: plan) }
        #expect(obstacle?.reason == reason)
    }

    @Test("What changes other pictures only is no obstacle")
    func elsewhere() throws {
        let plan = try Descriptions.plan(
            """
            video: [{src: three.mp4, then: fade}, {src: silent.mp4}, {title: End, for: 1s}]
            overlays: [{src: logo.png, at: 0s, for: 1s}]
            """)
        let shown = plan.clips[1].frames
        let plain = shown.lowerBound + 30..<shown.upperBound
        #expect(try FilmCuts(of: plan, frames: plain).cuts.map(\.frames) == [plain])
        #expect(throws: FilmCuts.Obstacle.self) { try FilmCuts(of: plan, frames: 0..<10) }
    }
}
