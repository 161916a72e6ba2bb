import Composition
import Foundation
import Frames
import Notation
import Testing

@testable import Interchange
@testable import Timeline

/// Interchange with other editors through OpenTimelineIO.
@Suite("OpenTimelineIO")
struct InterchangeTests {
    private func export(_ text: String, to path: String = "/nowhere/t.otio") throws -> (TimelinePlan, String) {
        let description = try Descriptions.read(text)
        let plan = try TimelineResolver(description, probe: FakeProbe()).plan()
        return (plan, try InterchangeWriter(description, plan: plan, probe: FakeProbe()).text(for: path))
    }

    func read(_ text: String, as path: String = "/nowhere/t.otio") throws -> (TimelinePlan, [String]) {
        let reader = InterchangeReader(YAMLFile(path: path, text: text), probe: FakeProbe()) {
            file, _, name, value, _ in
            ["--\(name)=\(try file.text(value, ""))"]
        }
        return (try TimelineResolver(try reader.read(), probe: FakeProbe()).plan(), reader.warnings)
    }

    /// A description that uses every feature.
    private static let whole = """
        canvas: {width: 640, height: 360, fps: RATE, background: "#102030"}
        defaults: {fit: cover, still: 50f, transition: {type: wipe, duration: 9f, softness: 0.25}}
        video:
        - {title: {text: "Title 标题", size: 10%, color: "#ff0"}, motion: {zoom: [1, 1.1]}}
        - {src: three.mp4, in: 0.7s, out: 2.9s, speed: 1.25, audio: {volume: -6dB, fade: [0.1s, 0.2s]}}
        - {src: ntsc.mp4, in: 11f, for: 1.1s, reverse: true, then: {type: push, direction: up, duration: 0.25s, ease: outBack}}
        - {src: three.mp4, audio: off, then: {type: fade-through, color: "#123456", duration: 7f}}
        - {src: logo.png, for: 1.3s, then: none, transform: {rotate: 3}, keyframes: [{at: 0s, x: 1}, {at: 1s, x: 10%}]}
        - {color: "#fff", for: 1s, effects: [{blur: 3}], then: bounce-up}
        - {page: {src: "https://example.com/?a=1", seed: 3, scale: 2}, duration: 1.7s, fade: 0.2s}
        - {page: "https://example.com/", in: 0.4s, for: 2s, speed: 0.5, reverse: true, audio: {volume: -6dB, fade: 0.1s}}
        overlays:
        - {src: logo.png, at: 1s, for: end, anchor: bottom-right, margin: 3%, width: 20%, opacity: 0.5}
        - {src: three.mp4, at: 13f, in: 0.25s, reverse: true, height: 50%}
        audio:
        - {src: music.wav, loop: {crossfade: 50ms}, for: video, volume: -14dB, fade: [1s, 2s], duck: {ratio: 4}}
        - {src: music.wav, at: 1.2345s, in: 0.1s, out: 0.9s, speed: 0.8, keyframes: [{at: 0s, volume: 0.5}]}
        effects: [{vignette: 0.5}]
        outputs:
        - {file: out/a.mp4, from: 1s, for: 2s}
        - {file: a.png, at: 1s}
        """

    @Test("A timeline survives a round trip", arguments: ["30", "29.97", "23.976", "12.5", "60"])
    func roundTrip(rate: String) throws {
        let (plan, text) = try export(Self.whole.replacingOccurrences(of: "RATE", with: rate))
        let (again, warnings) = try read(text)
        #expect(again.withoutOrigins == plan.withoutOrigins)
        #expect(warnings == [])
    }

    @Test("A file in another folder refers to the same sources and outputs")
    func elsewhere() throws {
        let (plan, text) = try export(
            Self.whole.replacingOccurrences(of: "RATE", with: "25"), to: "/nowhere/edits/a b/t.otio")
        #expect(text.contains(#""folder" : "../..""#))
        let again = try read(text, as: "/nowhere/edits/a b/t.otio").0
        #expect(again.withoutOrigins == plan.withoutOrigins)
    }

    @Test("Times that no timeline has are errors, wherever they are", arguments: ["1e-300", "1e-9", "1e8"])
    func endless(rate: String) throws {
        let (_, text) = try export(Self.whole.replacingOccurrences(of: "RATE", with: "25"))
        let places = text.ranges(of: "\"rate\" : 25,")
        #expect(places.count > 20)
        var errors = 0
        for place in places {
            do {
                _ = try read(text.replacingCharacters(in: place, with: "\"rate\" : \(rate),"))
            } catch is YAMLError {
                errors += 1
            }
        }
        #expect(errors > 0)
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func children(_ text: String, track: Int) throws -> [[String: Any]] {
        let tracks = try #require((object(text)["tracks"] as? [String: Any])?["children"] as? [[String: Any]])
        return try #require(tracks[track]["children"] as? [[String: Any]])
    }

    private func times(_ item: [String: Any]) throws -> [Double] {
        let range = try #require(item["source_range"] as? [String: Any])
        return try ["start_time", "duration"].map { key in
            try #require((range[key] as? [String: Any])?["value"] as? Double)
        }
    }

    @Test("Overlapping clips are cut in the middle of the overlap", arguments: [30, 31])
    func handles(overlap: Int) throws {
        let (_, text) = try export(
            "video: [{src: three.mp4, then: {type: fade, duration: \(overlap)f}}, {src: silent.mp4}]")
        let items = try children(text, track: 0)
        let (after, before) = (overlap / 2, overlap - overlap / 2)
        #expect(try times(items[0]) == [0, Double(90 - after)])
        #expect(try times(items[2]) == [Double(before), Double(90 - before)])
        let offsets = try ["in_offset", "out_offset"].map { key in
            try #require((items[1][key] as? [String: Any])?["value"] as? Double)
        }
        #expect(offsets == [Double(before), Double(after)])
        #expect(items[1]["transition_type"] as? String == "SMPTE_Dissolve")
    }

    /// A file with other numbers at some places below its stack of tracks.
    private func changed(_ text: String, _ changes: [(path: [Any], number: Double)]) throws -> String {
        func change(_ value: inout Any?, _ path: [Any], to new: Double) {
            guard let first = path.first else { return value = new }
            if let index = first as? Int, var list = value as? [Any] {
                var item: Any? = list[index]
                change(&item, Array(path.dropFirst()), to: new)
                list[index] = item as Any
                value = list
            } else if let key = first as? String, var members = value as? [String: Any] {
                change(&members[key], Array(path.dropFirst()), to: new)
                value = members
            }
        }
        var whole = try object(text)
        for (path, number) in changes { change(&whole["tracks"], path, to: number) }
        return String(decoding: try JSONSerialization.data(withJSONObject: whole), as: UTF8.self)
    }

    @Test("Changes by another editor apply, and the rest is preserved")
    func edited() throws {
        let (_, text) = try export(
            """
            video: [{src: three.mp4, in: 0.33s, for: 1s, opacity: 0.5}, {src: silent.mp4, for: 1s}]
            audio: [{src: music.wav, volume: 0.5}]
            """)
        // The first clip starts three frames later, and is 20 frames long.
        let range: [Any] = ["children", 0, "children", 0, "source_range"]
        let changed = try changed(
            text, [(range + ["start_time", "value"], 12.9), (range + ["duration", "value"], 20)])
        let (plan, _) = try read(changed)
        #expect(plan.clips.map(\.frames) == [0..<20, 20..<50])
        #expect(plan.clips[0].playback.start == .milliseconds(430))
        #expect(plan.clips[0].layout.opacity == 0.5)
        #expect(plan.sounds.last?.gain == 0.5)
    }

    @Test("Fades, keyframes and transitions yield to clips that another editor has trimmed")
    func trimmed() throws {
        let (_, text) = try export(
            """
            video:
            - {src: three.mp4, for: 2s, fade: [0.5s, 1s], audio: {fade: [0.5s, 0.5s]}, then: {type: push, duration: 20f}}
            - {src: three.mp4, in: 1s, for: 1s, keyframes: [{at: 0s, scale: 1}, {at: 1s, scale: 2}]}
            overlays: [{title: A, at: 1s, for: 1s, fade: 0.5s}]
            audio: [{src: music.wav, for: 1s, fade: 0.5s, keyframes: [{at: 0s, volume: 1}, {at: 1s, volume: 0}]}]
            """)
        func length(_ track: Int, _ item: Int) -> [Any] {
            ["children", track, "children", item, "source_range", "duration", "value"]
        }
        // The video's items are a clip, a transition and a clip; the last track is the music's.
        let tracks = try #require((try object(text)["tracks"] as? [String: Any])?["children"] as? [Any])
        let (plan, warnings) = try read(
            changed(text, [(length(0, 0), 8), (length(0, 2), 5), (length(tracks.count - 1, 0), 24_000)]))
        // 13 frames are left, and the transition reaches to both ends. What other tracks have goes on over black.
        #expect(plan.clips.map(\.frames) == [0..<13, 0..<13, 13..<60])
        #expect(plan.clips[0].transition == Transition(.push, frameCount: 13))
        #expect((plan.clips[0].layout.fadeIn, plan.clips[0].layout.fadeOut) == (4, 8))
        #expect(plan.clips[0].sound.map { $0.fadeIn.samples + $0.fadeOut.samples } == 13 * 1600)
        // Its overlap is two frames shorter at the beginning; the keyframes stay at their pictures.
        #expect(plan.clips[1].layout.keyFrames.map(\.frame) == [-2, 28])
        #expect(plan.clips[2].source == .color(.black))
        #expect(plan.overlays.map(\.frames) == [30..<60])
        let music = try #require(plan.sounds.last)
        #expect(music.samples == 0..<24_000)
        #expect((music.fadeIn.samples, music.fadeOut.samples) == (12_000, 12_000))
        #expect(music.volumeKeys.map(\.sample) == [0, 48_000])
        #expect(warnings.count == 1 && warnings[0].contains("Shortening the transition of 20 frames to 13 frames"))
    }

    @Test("Keyframes stay at their pictures and sounds if another editor trims the beginning, also in a new export")
    func trimmedHeads() throws {
        let keys = "keyframes: [{at: 0s, x: 0}, {at: 1s, x: 60}]"
        let (_, text) = try export(
            """
            video:
            - {src: three.mp4, in: 0.5s, for: 2s, \(keys)}
            - {src: logo.png, for: 2s, \(keys)}
            - {src: three.mp4, for: 1s, speed: 2, \(keys)}
            audio: [{src: music.wav, for: 1s, keyframes: [{at: 0.5s, volume: 1}, {at: 1s, volume: 0}]}]
            """)
        func range(_ track: Int, _ item: Int, _ key: String) -> [Any] {
            ["children", track, "children", item, "source_range", key, "value"]
        }
        let tracks = try #require((try object(text)["tracks"] as? [String: Any])?["children"] as? [Any])
        let sound = tracks.count - 1
        // 12 frames less at each beginning; 0.6 s of the sound.
        let trimmed = try changed(
            text,
            [
                (range(0, 0, "start_time"), 27), (range(0, 0, "duration"), 48), (range(0, 1, "start_time"), 12),
                (range(0, 1, "duration"), 48), (range(0, 2, "start_time"), 24), (range(0, 2, "duration"), 18),
                (range(sound, 0, "start_time"), 28_800), (range(sound, 0, "duration"), 19_200),
            ])
        let (plan, _) = try read(trimmed)
        let reader = InterchangeReader(YAMLFile(path: "/nowhere/t.otio", text: trimmed), probe: FakeProbe()) {
            _, _, _, _, _ in []
        }
        let again = InterchangeWriter(try reader.read(), plan: plan, probe: FakeProbe())
        #expect(try read(again.text(for: "/nowhere/t.otio")).0.withoutOrigins == plan.withoutOrigins)
        #expect(plan.clips.map(\.frames) == [0..<48, 48..<96, 96..<114])
        #expect(plan.clips.map { $0.layout.keyFrames.map(\.frame) } == [[-12, 18], [-12, 18], [-12, 18]])
        #expect(plan.clips[0].layout.placement(atFrame: 0, of: 48).x == 24)
        #expect(plan.sounds.last?.volumeKeys.map(\.sample) == [-4800, 19_200])
    }

    // MARK: Files of other editors

    /// A timeline as another editor writes it.
    func foreign(_ children: String, audio: String = "") -> String {
        let sound = audio.isEmpty ? "" : #", {"OTIO_SCHEMA": "Track.1", "kind": "Audio", "children": [\#(audio)]}"#
        return """
            {"OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
            {"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [
            \(children)
            ]}\(sound)]}}
            """
    }

    func time(_ value: Double, _ rate: Double) -> String {
        #"{"OTIO_SCHEMA": "RationalTime.1", "value": \#(value), "rate": \#(rate)}"#
    }

    func clip(_ address: String, _ start: Double, _ length: Double, rate: Double = 25, effects: String = "")
        -> String
    {
        """
        {"OTIO_SCHEMA": "Clip.1", "name": "c", "effects": [\(effects)], "source_range": {"start_time": \(time(start, rate)), \
        "duration": \(time(length, rate))}, "media_reference": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "\(address)"}}
        """
    }

    func transition(_ before: Double, _ after: Double, type: String = "SMPTE_Dissolve") -> String {
        #"{"OTIO_SCHEMA": "Transition.1", "transition_type": "\#(type)", "in_offset": \#(time(before, 25)), "#
            + #""out_offset": \#(time(after, 25))}"#
    }

    @Test("Another editor's cuts, gaps, dissolves, speeds and sounds are read")
    func others() throws {
        let gap =
            #"{"OTIO_SCHEMA": "Gap.1", "source_range": {"start_time": \#(time(0, 25)), "duration": \#(time(10, 25))}}"#
        let warp = #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "effect_name": "LinearTimeWarp", "time_scalar": -2}"#
        let (plan, warnings) = try read(
            foreign(
                [
                    clip("three.mp4", 5, 20), transition(4, 6), clip("file:///else/upright.mp4", 10, 30), gap,
                    clip("file://localhost/a%20b/silent.mp4", 0, 10, effects: warp),
                ].joined(separator: ",\n"),
                audio: [gap, clip("music.wav", 2.5, 25)].joined(separator: ", ")))
        #expect(plan.frameRate == FrameRate("25"))
        #expect(plan.size == PixelSize(width: 640, height: 360))
        #expect(plan.clips.map(\.frames) == [0..<26, 16..<50, 50..<60, 60..<70])
        #expect(plan.clips[0].transition == Transition(.fade, frameCount: 10))
        #expect(plan.clips[0].playback.start == .milliseconds(200))
        #expect(plan.clips[1].playback.start == .milliseconds(240))
        #expect(plan.clips[1].source == .video(path: "/else/upright.mp4"))
        #expect(plan.clips[2].source == .color(.black))
        #expect(plan.clips[3].source == .video(path: "/a b/silent.mp4"))
        #expect((plan.clips[3].playback.speed, plan.clips[3].playback.isReversed) == (2, true))
        // The sounds are on the sound tracks.
        #expect(plan.sounds.map(\.samples) == [19_200..<67_200])
        #expect(plan.sounds[0].start == 4800)
        #expect(warnings == [])
    }

    @Test("In points count from the media's time code", arguments: [(90_000.0, 25.0), (86_486.4, 24), (3600, 1)])
    func timeCode(first: Double, rate: Double) throws {
        // Media that begins at about 01:00:00:00, in units of its own rate.
        func coded(_ address: String, _ start: Double, _ length: Double) -> String {
            let origin = first / rate * 25
            return clip(address, origin + start, length).replacingOccurrences(
                of: #""ExternalReference.1","#,
                with: #""ExternalReference.1", "available_range": {"start_time": \#(time(first, rate)), "#
                    + #""duration": \#(time(3 * rate, rate))},"#)
        }
        // A clip without a range plays the whole of its media.
        let whole = coded("three.mp4", 0, 75).replacingOccurrences(of: #""source_range""#, with: #""other""#)
        let (plan, warnings) = try read(
            foreign(
                [coded("three.mp4", 5, 20), coded("three.mp4", 0, 10), whole].joined(separator: ",\n"),
                audio: coded("music.wav", 2.5, 25)))
        #expect(plan.clips.map(\.frames) == [0..<20, 20..<30, 30..<105])
        #expect(plan.clips.map(\.playback.start) == [.milliseconds(200), .zero, .zero])
        #expect(plan.sounds[0].start == 4800)
        #expect(warnings == [])
    }

    @Test("Without sound tracks clips keep their sound; higher tracks are overlays")
    func overlaid() throws {
        let text = foreign(clip("three.mp4", 0, 50)).replacingOccurrences(
            of: "]}]}}",
            with: #"]}, {"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\#(clip("logo.png", 0, 10))]}]}}"#)
        let (plan, _) = try read(text)
        #expect(plan.sounds.map(\.samples) == [0..<96_000])
        #expect(plan.overlays.map(\.frames) == [0..<10])
        #expect(plan.overlays[0].layout.frame == PixelRectangle(x: 0, y: 0, width: 640, height: 360))
    }

    @Test("Generated pictures are colors or transparent, and generated sounds silent")
    func generated() throws {
        func generator(_ kind: String, _ parameters: String) -> String {
            clip("three.mp4", 0, 10).replacing(
                #/"media_reference": \{.*?\}(?=[,}])/#,
                with: #"""
                    "media_reference": {"OTIO_SCHEMA": "GeneratorReference.1", "generator_kind": "\#(kind)",
                    "parameters": \#(parameters)}
                    """#)
        }
        let blue = generator("SolidColor", ##"{"color": "0x2a3158ff"}"##)
        let red = generator("SolidColor", ##"{"color": "#ff0000"}"##)
        let slug = generator("Slug", "{}")
        let text = foreign([blue, red, slug].joined(separator: ",\n"), audio: slug)
        let (plan, warnings) = try read(text)
        #expect(plan.clips.map(\.name) == ["#2a3158", "#ff0000", "#00000000"])
        #expect(plan.clips.map(\.frames) == [0..<10, 10..<20, 20..<30])
        #expect(plan.sounds.isEmpty)
        #expect(warnings.count == 2)
        #expect(warnings[0].contains("is generated by the editor ('Slug'); it is transparent here."))
        #expect(warnings[1].contains("is generated by the editor; it is silent here."))
    }

    @Test("Unsupported features are reported")
    func warnings() throws {
        let effect = #"{"OTIO_SCHEMA": "Effect.1", "effect_name": "Glow"}"#
        let (plan, warnings) = try read(
            foreign(
                [
                    clip("three.mp4", 0, 50, effects: effect), transition(2, 2, type: "Iris"), clip("three.mp4", 5, 20),
                    transition(2, 2),
                ].joined(separator: ",\n")))
        #expect(plan.clips[0].transition == Transition(.fade, frameCount: 4))
        #expect(
            warnings == [
                "/nowhere/t.otio, line 3: Ignoring the unsupported effect Glow.",
                "/nowhere/t.otio, line 4: Replacing the unsupported transition with a cross-dissolve.",
            ])
    }

    @Test("Errors name the lines of the file")
    func mistakes() throws {
        func mistake(_ text: String) -> String {
            do {
                _ = try read(text)
                return ""
            } catch {
                return "\(error)".replacing(#/^\/nowhere\/t\.otio, line (\d+)(?:, column \d+)?/#) { "line \($0.1)" }
            }
        }
        #expect(mistake("{}") == "line 1: This is not an OpenTimelineIO file: OTIO_SCHEMA is missing.")
        #expect(
            mistake(#"{"OTIO_SCHEMA": "Clip.2"}"#) == "line 1: The file contains a Clip.2 instead of a Timeline.")
        #expect(mistake(foreign(clip("none.mp4", 0, 5))) == "line 3: There is no none.mp4.")
        #expect(
            mistake(foreign(clip("https://a/b.mp4", 0, 5)))
                == "line 3: The clip c is at https://a/b.mp4, but only local files are supported.")
        #expect(
            mistake(foreign(clip("three.mp4", 0, 50) + ",\n" + clip("three.mp4", 80, 5))).hasPrefix(
                "line 4: in is 3.200 s"))
        #expect(
            mistake(foreign(#"{"OTIO_SCHEMA": "Stack.1"}"#)) == "line 3: The Stack.1 has no children.")
        #expect(
            mistake(
                foreign(clip("a", 0, 9).replacingOccurrences(of: "ExternalReference.1", with: "MissingReference.1")))
                == "line 3: The clip c has a MissingReference.1 instead of a file. Relink it in your editor.")
    }
}

extension TimelinePlan {
    /// The plan without the lines of its description.
    fileprivate var withoutOrigins: TimelinePlan {
        var plan = self
        for index in clips.indices { plan.clips[index].origin = nil }
        for index in overlays.indices { plan.overlays[index].origin = nil }
        for index in sounds.indices { plan.sounds[index].origin = nil }
        for index in outputs.indices { plan.outputs[index].origin = nil }
        return plan
    }
}
