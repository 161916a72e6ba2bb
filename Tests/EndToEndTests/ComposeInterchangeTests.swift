import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Round trips of timelines through OpenTimelineIO's own library.
    @Suite("Timelines of other editors")
    struct ComposeInterchange {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// How OpenTimelineIO's library reads a file, and the file it writes.
        ///
        /// Lists the kind and length of each track, and the kind, position and source range of each
        /// item, in the item's units.
        private static let script = """
            import json, sys, opentimelineio as otio
            timeline = otio.adapters.read_from_file(sys.argv[1])
            def span(range):
                return [range.start_time.value, range.duration.value]
            tracks = []
            for track in timeline.tracks:
                items = []
                for item in track:
                    place = item.range_in_parent()
                    if isinstance(item, otio.schema.Transition):
                        items.append({'kind': item.transition_type, 'place': span(place),
                                      'part': [item.in_offset.value, item.out_offset.value]})
                    else:
                        items.append({'kind': type(item).__name__, 'place': span(place), 'part': span(item.trimmed_range())})
                tracks.append({'kind': track.kind, 'length': track.duration().value, 'items': items})
            otio.adapters.write_to_file(timeline, sys.argv[2])
            print(json.dumps(tracks))
            """

        private struct Track: Decodable {
            struct Item: Decodable, Equatable {
                let kind: String
                let place: [Double]
                let part: [Double]

                init(_ kind: String, _ place: [Double], _ part: [Double]) {
                    (self.kind, self.place, self.part) = (kind, place, part)
                }
            }

            let kind: String
            let length: Double
            let items: [Item]
        }

        /// Reads a file with OpenTimelineIO's library and writes it again.
        private func library(_ path: String, writing other: String) async throws -> [Track] {
            let output = try await PythonPackage.opentimelineio.run(Self.script, [path, other])
            return try JSONDecoder().decode([Track].self, from: output)
        }

        private func explain(_ path: String) async throws -> String {
            let outcome = try await Pagereel.run(["compose", path, "--explain", "--json"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.isEmpty)
            return outcome.standardOutput
        }

        @Test("A timeline survives a round trip through OpenTimelineIO's library", .full)
        func library() async throws {
            let film = Fixture.file("video/frame-numbers.webm")
            let timeline = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 320, height: 180, fps: 30}
                video:
                - {title: Title, for: 2s, then: {type: fade, duration: 15f}}
                - {src: \(film), in: 1s, out: 4s, speed: 1.5, then: {type: push, direction: up, duration: 10f}}
                - {src: \(Fixture.file("images/frame-numbers.png")), for: 1s}
                overlays:
                - {color: "#ff000080", at: 1s, for: 1s, frame: [0, 0, 50%, 50%]}
                audio:
                - {src: \(Fixture.audio("loop.ogg")), loop: {crossfade: 50ms}, at: 0.5s}
                outputs:
                - {file: edit.otio}
                """)
            let outcome = try await Pagereel.run(["compose", timeline])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let tracks = try await library(folder.path("edit.otio"), writing: folder.path("again.otio"))
            #expect(tracks.map(\.kind) == ["Video", "Video", "Audio"])
            // 60, 60 and 30 frames, which overlap by 15 and 10.
            #expect(tracks[0].length == 125)
            let pictures: [Track.Item] = [
                Track.Item("Clip", [0, 53], [0, 53]), Track.Item("SMPTE_Dissolve", [45, 15], [8, 7]),
                // At 1.5 times the speed, 8 frames here are 12 there.
                Track.Item("Clip", [53, 47], [42, 47]), Track.Item("Custom_Transition", [95, 10], [5, 5]),
                Track.Item("Clip", [100, 25], [5, 25]),
            ]
            #expect(tracks[0].items == pictures)
            let overlays: [Track.Item] = [
                Track.Item("Gap", [0, 30], [0, 30]), Track.Item("Clip", [30, 30], [0, 30]),
            ]
            #expect(tracks[1].items == overlays)
            let sounds: [Track.Item] = [
                Track.Item("Gap", [0, 24_000], [0, 24_000]), Track.Item("Clip", [24_000, 176_000], [0, 176_000]),
            ]
            #expect(tracks[2].items == sounds)
            let first = try await explain(timeline)
            #expect(first.contains(#""frames":125"#))
            for name in ["edit.otio", "again.otio"] {
                #expect(try await explain(folder.path(name)) == first, "\(name)")
            }
        }

        @Test("In points of a file with its own time code count from there, also with dropped numbers", .full)
        func timecode() async throws {
            _ = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x48:r=30000/1001:d=2"]
                    + ["-timecode", "01:00:00;00", folder.path("film.mov")])
            // The library's own count of 01:00:00;15 in time codes with dropped numbers.
            let script = """
                import sys, opentimelineio as otio
                start = otio.opentime.from_timecode('01:00:00;15', 30000 / 1001)
                length = otio.opentime.RationalTime(15, 30000 / 1001)
                clip = otio.schema.Clip('c', otio.schema.ExternalReference('film.mov'), otio.opentime.TimeRange(start, length))
                track = otio.schema.Track('V', [clip])
                timeline = otio.schema.Timeline('t')
                timeline.tracks.append(track)
                otio.adapters.write_to_file(timeline, sys.argv[1])
                """
            _ = try await PythonPackage.opentimelineio.run(script, [folder.path("edit.otio")])
            let plan = try await explain(folder.path("edit.otio"))
            #expect(plan.contains(#""frames":15"#))
            // Frame 15 of the film.
            #expect(plan.contains(#""sourceStart":0.5005"#), "\(plan)")
        }

        @Test(
            "The library's file renders to the same pictures and samples")
        func rendered() async throws {
            let film = Fixture.file("video/frame-numbers.webm")
            let timeline = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 64, height: 48, fps: 29.97}
                video:
                - {src: \(film), in: 1.1s, for: 15f, then: {type: push, direction: up, duration: 5f, ease: outBack}}
                - {src: \(film), in: 2s, for: 12f, speed: 1.5, reverse: true}
                overlays: [{color: "#00ff0080", at: 4f, for: 9f, frame: [0, 0, 50%, 50%]}]
                audio: [{src: \(Fixture.audio("loop.ogg")), loop: {crossfade: 50ms}, at: 0.123s}]
                """)
            let written = try await Pagereel.run(
                ["compose", timeline, "-o", folder.path("edit.otio"), "-o", folder.path("first.mkv")])
            #expect(written.exitCode == 0, "\(written.standardError)")
            _ = try await library(folder.path("edit.otio"), writing: folder.path("again.otio"))
            let read = try await Pagereel.run(
                ["compose", folder.path("again.otio"), "-o", folder.path("second.mkv")])
            #expect(read.exitCode == 0, "\(read.standardError)")
            for stream in ["v", "a"] {
                var sums: [String] = []
                for name in ["first.mkv", "second.mkv"] {
                    let input = ["-v", "error", "-i", folder.path(name), "-map", "0:\(stream)"]
                    let sum = try await Tool.run("ffmpeg", input + ["-f", "framemd5", "-"])
                    sums.append(String(decoding: sum, as: UTF8.self))
                }
                #expect(sums[0] == sums[1])
                #expect(sums[0].count > 500)
            }
            #expect(try await FrameDecoder.frames(of: folder.path("second.mkv"), as: .rgb24).count == 22)
        }

        /// Writes a timeline with everything that other editors have and this one has not, and prints the ranges
        /// that OpenTimelineIO's library computes: of the timeline, and of each picture's clip there and in its file.
        private static let foreign = """
            import json, sys, opentimelineio as otio
            from opentimelineio.opentime import RationalTime, TimeRange
            film, music, output = sys.argv[1:]
            def time(value): return RationalTime(value, 25)
            def span(start, length): return TimeRange(time(start), time(length))
            begin = 90000  # the film's time code, 01:00:00:00
            def clip(start, length):
                media = otio.schema.ExternalReference(film, span(begin, 275))
                return otio.schema.Clip('c', media, span(begin + start, length))
            def track(*items, **more): return otio.schema.Track(children=list(items), **more)
            def gap(length): return otio.schema.Gap(source_range=span(0, length))
            whole = otio.schema.Clip('whole', otio.schema.ExternalReference(film, span(begin, 275)))
            nested = otio.schema.Stack(children=[
                track(clip(10, 20), track(clip(50, 30)), kind='Video'),
                track(gap(12), clip(100, 25), kind='Video')])
            timeline = otio.schema.Timeline('t')
            timeline.tracks.extend([
                track(clip(0, 10), gap(5), nested, clip(200, 40), whole, kind='Video'),
                track(clip(20, 30), kind='Video', source_range=span(-7, 37)),
                track(gap(490), otio.schema.Clip('m', otio.schema.ExternalReference(music, span(0, 25)), span(5, 10)),
                      kind='Audio')])
            ranges = []
            for clip in timeline.find_clips():
                if clip.parent().kind != 'Video': continue
                there = clip.transformed_time_range(clip.trimmed_range(), timeline.tracks)
                start = clip.trimmed_range().start_time - clip.available_range().start_time
                ranges.append([there.start_time.value, there.end_time_inclusive().value, start.to_seconds()])
            otio.adapters.write_to_file(timeline, output)
            print(json.dumps({'length': timeline.duration().value, 'clips': sorted(ranges)}))
            """

        private struct Ranges: Decodable {
            let length: Double
            let clips: [[Double]]
        }

        @Test("Ranges in another editor's timeline are those that the library computes", .full)
        func ranges() async throws {
            let edit = folder.path("edit.otio")
            let printed = try await PythonPackage.opentimelineio.run(
                Self.foreign, [Fixture.file("video/frame-numbers.webm"), Fixture.audio("loop.ogg"), edit])
            let library = try JSONDecoder().decode(Ranges.self, from: printed)
            #expect(library.clips.count == 7 && library.length == 500)
            let ours = try ExplainedTimeline(json: try await explain(edit))
            #expect(Double(ours.frames) == library.length)
            let clips = ours.videos.map { [Double($0.firstFrame), Double($0.lastFrame), $0.sourceStart ?? .nan] }
            #expect(clips == library.clips)
        }

        @Test("An existing file is kept unless --overwrite is given")
        func existing() async throws {
            let timeline = try folder.write("timeline.yaml", "video: [{color: black, for: 10f}]")
            let edit = try folder.write("edit.otio", "old")
            let refused = try await Pagereel.run(["compose", timeline, "-o", edit])
            #expect(refused.exitCode == 73)
            #expect(refused.standardError.contains("exists. Choose another name, or replace it with --overwrite."))
            #expect(try String(contentsOfFile: edit, encoding: .utf8) == "old")
            let replaced = try await Pagereel.run(["compose", timeline, "-o", edit, "--overwrite"])
            #expect(replaced.exitCode == 0, "\(replaced.standardError)")
            #expect(try String(contentsOfFile: edit, encoding: .utf8).contains("Timeline.1"))
        }
    }
}
