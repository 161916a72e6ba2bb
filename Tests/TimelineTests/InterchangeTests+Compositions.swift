import Composition
import Foundation
import Frames
import Testing

@testable import Interchange
@testable import Timeline

/// Ranges of tracks, nested timelines and transitions that do not fit, in files of other editors.
extension InterchangeTests {
    @Test("Only the range of a track, and of the whole timeline, is shown", arguments: ["Track", "Stack"])
    func ranges(of kind: String) throws {
        let warp = #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "time_scalar": -2}"#
        let range = #""source_range": {"start_time": \#(time(25, 25)), "duration": \#(time(50, 25))}"#
        let text = foreign(
            [
                clip("three.mp4", 0, 10), transition(2, 2), clip("three.mp4", 5, 30), transition(4, 6),
                clip("three.mp4", 10, 20), clip("three.mp4", 5, 30, effects: warp),
            ].joined(separator: ",\n")
        ).replacingOccurrences(of: #""\#(kind).1","#, with: #""\#(kind).1", \#(range),"#)
        let (plan, warnings) = try read(text)
        // The range begins in the second clip's frame 15 and ends in the fourth clip's frame 15. The fourth plays
        // backward, so the end of its range comes first.
        #expect(plan.clips.map(\.frames) == [0..<21, 11..<35, 35..<50])
        #expect(plan.clips[0].transition == Transition(.fade, frameCount: 10))
        #expect(plan.clips.map(\.playback.start) == [.milliseconds(800), .milliseconds(240), .milliseconds(1400)])
        #expect(warnings == [])
    }

    private func track(_ kind: String, _ children: String, range: String = "null") -> String {
        #"{"OTIO_SCHEMA": "Track.1", "kind": "\#(kind)", "source_range": \#(range), "children": [\#(children)]}"#
    }

    private func stack(_ tracks: [String], _ more: String = "") -> String {
        #"{"OTIO_SCHEMA": "Stack.1", \#(more) "children": [\#(tracks.joined(separator: ", "))]}"#
    }

    private func range(_ start: Double, _ length: Double) -> String {
        #"{"start_time": \#(time(start, 25)), "duration": \#(time(length, 25))}"#
    }

    @Test("A range that reaches beyond its track shows black there")
    func wideRange() throws {
        let upper = track("Video", clip("logo.png", 0, 10), range: range(-7, 16))
        let (plan, _) = try read(
            #"{"OTIO_SCHEMA": "Timeline.1", "tracks": "#
                + stack([track("Video", clip("three.mp4", 0, 20), range: range(-5, 40)), upper]) + "}")
        #expect(plan.clips.map(\.frames) == [0..<5, 5..<25, 25..<40])
        #expect(plan.clips.map { $0.source == .color(.black) } == [true, false, true])
        #expect(plan.overlays.map(\.frames) == [7..<16])
    }

    @Test("In points count from a file's own time code if they are not before it")
    func timecodes() throws {
        // From 01:00:00:10 on, and from 10 frames on.
        let (plan, _) = try read(
            foreign(clip("timecode.mov", 90_010, 10) + ",\n" + clip("timecode.mov", 10, 10)))
        #expect(plan.clips.map(\.playback.start) == [.milliseconds(400), .milliseconds(400)])
        #expect(plan.sounds.map(\.start) == [19_200, 19_200])
    }

    @Test("Nested timelines are laid out flat")
    func nested() throws {
        // The nested timeline has 60 frames: two video tracks, a track in a track, and sound. Its frames 5 to 54 are
        // shown.
        let inner = stack(
            [
                track(
                    "Video",
                    clip("three.mp4", 0, 20) + ", " + track("Video", clip("three.mp4", 30, 40), range: range(10, 30))),
                track("Video", clip("logo.png", 0, 15)), track("Audio", clip("music.wav", 0, 30)),
            ], #""source_range": \#(range(5, 50)), "effects": [{"OTIO_SCHEMA": "Blur.1"}],"#
        )
        let (plan, warnings) = try read(
            foreign(clip("silent.mp4", 0, 10) + ",\n" + inner + ",\n" + clip("three.mp4", 0, 10)))
        #expect(plan.frameRate == FrameRate("25"))
        #expect(plan.clips.map(\.frames) == [0..<10, 10..<25, 25..<55, 55..<60, 60..<70])
        #expect(
            plan.clips.map(\.playback.start) == [.zero, .milliseconds(200), .milliseconds(1600), .zero, .zero])
        #expect(plan.clips[3].source == .color(.black))
        #expect(plan.overlays.map(\.frames) == [10..<20])
        // From the nested sound track, which is cut at its beginning too.
        #expect(plan.sounds.map(\.samples) == [19_200..<67_200])
        #expect(plan.sounds.map(\.start) == [9600])
        #expect(warnings == ["/nowhere/t.otio, line 4: Ignoring the effect Blur.1 on a nested timeline."])
    }

    @Test("A nested timeline plays at another speed, also backward", arguments: [2.0, -2, 0.5])
    func warped(speed: Double) throws {
        let warp = #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "time_scalar": \#(speed)}"#
        // Frames 10 to 49 of the nested timeline are shown in 20 frames; at half the speed, frames 10 to 19.
        let inner = stack(
            [
                track(
                    "Video",
                    clip("three.mp4", 0, 30) + ", " + transition(4, 8) + ", "
                        + clip("three.mp4", 20, 30, effects: warp.replacingOccurrences(of: "\(speed)", with: "1.5"))),
                track("Audio", clip("music.wav", 0, 24)),
            ], #""source_range": \#(range(10, 20)), "effects": [\#(warp)],"#)
        let (plan, warnings) = try read(foreign(inner + ",\n" + clip("silent.mp4", 0, 10)))
        #expect(warnings == [])
        #expect(plan.clips.last?.frames == 20..<30)
        let playbacks = plan.clips.dropLast().map(\.playback)
        switch speed {
        case 2:
            // 20 frames of the first clip, from frame 10, then 20 of the second, from frame 20 on. Of the transition
            // 2 frames are before the cut, and 4 after it.
            #expect(plan.clips[0].transition == Transition(.fade, frameCount: 6))
            #expect(plan.clips.map(\.frames).prefix(2) == [0..<14, 8..<20])
            #expect(playbacks.map(\.speed) == [2, 3])
            #expect(playbacks.map(\.start) == [.milliseconds(400), .milliseconds(560)])
            // Sound frames 10 to 23.
            #expect(plan.sounds.map(\.samples) == [0..<13_440])
            #expect(plan.sounds.map(\.start) == [19_200] && plan.sounds.map(\.speed) == [2])
        case -2:
            // The other way around: the second clip's frames 20 to 49, then the first one's frames 10 to 29.
            #expect(plan.clips[0].transition == Transition(.fade, frameCount: 6))
            #expect(plan.clips.map(\.frames).prefix(2) == [0..<12, 6..<20])
            #expect(playbacks.map(\.speed) == [3, 2] && playbacks.allSatisfy(\.isReversed))
            #expect(playbacks.map(\.start) == [.milliseconds(560), .milliseconds(400)])
            #expect(plan.sounds.map(\.samples) == [13 * 1920..<20 * 1920])
            #expect(plan.sounds.map(\.isReversed) == [true])
        default:
            #expect(plan.clips.map(\.frames) == [0..<20, 20..<30])
            #expect(playbacks == [Playback(start: .milliseconds(400), speed: 0.5)])
        }
    }

    /// Freezes a picture: the library's own effect, and a change of speed to 0.
    private static let freezes = [
        #"{"OTIO_SCHEMA": "FreezeFrame.1", "time_scalar": 0.0}"#,
        #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "time_scalar": 0.0}"#,
    ]

    @Test("A frozen clip holds its first picture, silently", arguments: freezes)
    func frozenClip(effect: String) throws {
        let (plan, warnings) = try read(
            foreign(
                [
                    clip("three.mp4", 10, 100, effects: effect), transition(2, 3), clip("three.mp4", 20, 30),
                    clip("logo.png", 0, 5, effects: effect),
                ].joined(separator: ",\n")))
        #expect(warnings == [])
        // The clip is longer than the file.
        #expect(plan.clips.map(\.frames) == [0..<103, 98..<130, 130..<135])
        #expect(plan.clips[0].playback == Playback(start: .milliseconds(400), speed: 0))
        #expect(plan.clips.map { $0.sound == nil } == [true, false, true])
    }

    @Test("A frozen timeline holds a picture of each of its layers, silently", arguments: freezes)
    func frozenTimeline(effect: String) throws {
        let backward = #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "time_scalar": -2}"#
        let inner = stack(
            [
                track("Video", clip("silent.mp4", 0, 10) + ", " + clip("three.mp4", 20, 30)),
                track("Video", clip("three.mp4", 5, 30, effects: backward)),
                track("Video", clip("logo.png", 0, 5)), track("Audio", clip("music.wav", 0, 60)),
            ], #""source_range": \#(range(14, 100)), "effects": [\#(effect)],"#)
        let (plan, warnings) = try read(foreign(clip("silent.mp4", 0, 10) + ",\n" + inner))
        #expect(warnings == [])
        // Frame 4 of the second clip; and of the clip that plays backward, whose frame 14 is the one before 15 others.
        #expect(plan.clips.map(\.frames) == [0..<10, 10..<110])
        #expect(plan.clips[1].playback == Playback(start: .milliseconds(960), speed: 0))
        #expect(plan.overlays.map(\.frames) == [10..<110])
        #expect(plan.overlays.map(\.playback) == [Playback(start: .milliseconds(1400), speed: 0)])
        #expect(plan.sounds.isEmpty)
    }

    @Test("A track whose range shows nothing of it gives the frame rate")
    func rateOfRange() throws {
        let beyond = range(-500, 40)
        let (plan, _) = try read(
            #"{"OTIO_SCHEMA": "Timeline.1", "tracks": "#
                + stack([track("Video", clip("three.mp4", 0, 20), range: beyond)]) + "}")
        #expect(plan.frameRate == FrameRate("25"))
        #expect(plan.clips.map(\.frames) == [0..<40])
    }

    @Test("A timeline nested without a track brings its sound tracks", arguments: [true, false])
    func nestedWithoutTrack(hasOther: Bool) throws {
        let inner = stack([track("Video", clip("logo.png", 0, 50)), track("Audio", clip("music.wav", 0, 25))])
        let tracks = [track("Video", clip("three.mp4", 0, 50)), inner]
        let (plan, _) = try read(
            #"{"OTIO_SCHEMA": "Timeline.1", "tracks": "#
                + stack(tracks + (hasOther ? [track("Audio", clip("three.mp4", 10, 20))] : [])) + "}")
        #expect(plan.overlays.map(\.frames) == [0..<50])
        #expect(plan.sounds.map(\.name) == (hasOther ? ["music.wav", "three.mp4"] : ["music.wav"]))
        #expect(plan.sounds.map(\.samples).first == 0..<48_000)
    }

    @Test("A disabled nested timeline is a gap")
    func disabled() throws {
        let inner = stack([track("Video", clip("three.mp4", 0, 20))], #""enabled": false,"#)
        let (plan, _) = try read(foreign(inner + ", " + clip("three.mp4", 0, 10)))
        #expect(plan.clips.map(\.frames) == [0..<20, 20..<30])
        #expect(plan.clips[0].source == .color(.black))
    }

    @Test("Transitions at the ends of the track are fades from and to black")
    func edges() throws {
        let (plan, warnings) = try read(
            foreign(
                [transition(4, 6), clip("three.mp4", 10, 20), transition(3, 0)].joined(separator: ",\n")))
        // Four frames of black come first, and the fade to black ends with the clip.
        #expect(plan.clips.map(\.source) == [.color(.black), .video(path: "/nowhere/three.mp4"), .color(.black)])
        #expect(plan.clips.map(\.frames) == [0..<10, 0..<24, 21..<24])
        #expect(plan.clips.map(\.transition?.frameCount) == [10, 3, nil])
        #expect(plan.clips[1].playback.start == .milliseconds(240))
        #expect(warnings == [])
    }

    @Test("Transitions are as long as the media allow")
    func handles() throws {
        // The films have 75 frames.
        let (plan, warnings) = try read(
            foreign(
                [
                    clip("three.mp4", 0, 72), transition(4, 6), clip("three.mp4", 2, 73), transition(4, 6),
                    clip("three.mp4", 0, 40),
                ].joined(separator: ",\n")))
        #expect(plan.clips[0].transition == Transition(.fade, frameCount: 5))
        #expect(plan.clips[1].transition == nil)
        #expect(plan.clips.map(\.frames) == [0..<75, 70..<145, 145..<185])
        #expect(plan.clips.map(\.playback.start) == [.zero, .zero, .zero])
        #expect(
            warnings == [
                "/nowhere/t.otio, line 4: Shortening the transition of 10 frames to 5 frames: its clips have no more.",
                "/nowhere/t.otio, line 6: Shortening the transition of 10 frames to a cut: its clips have no more.",
            ])
    }
}
