import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// The sample files of OpenTimelineIO, and those that editors have exported to Final Cut's XML.
    @Suite("Sample timelines of OpenTimelineIO")
    struct ComposeSamples {
        /// Reads all samples with OpenTimelineIO's library, and writes each as a file whose media are a film.
        ///
        /// Prints for each the length, and for each clip that is seen the seconds in which it is, with transitions, and
        /// at which second of its file it begins; `null` if effects decide that.
        private static let script = """
            import glob, json, os, sys
            import opentimelineio as otio
            from opentimelineio.opentime import RationalTime, TimeRange
            sources, film, output = sys.argv[1:]
            schema = otio.schema

            def parents(item):
                while item.parent() is not None:
                    item = item.parent()
                    yield item

            def is_lowest(item):
                '''Whether the item is on the lowest of all tracks that are played at the same time.'''
                for parent in parents(item):
                    if isinstance(parent, schema.Stack) and parent[0] is not item and parent[0] != item: return False
                    item = parent
                return True

            def shown(clip):
                '''The range of the timeline in which the clip is seen, and what of it is cut at the beginning.'''
                range, cut, item = clip.trimmed_range(), 0, clip
                for parent in parents(clip):
                    range = item.transformed_time_range(range, parent)
                    if isinstance(parent[0], schema.Transition):
                        # The library counts from the end of a transition at the beginning.
                        range = TimeRange(range.start_time + parent[0].in_offset, range.duration)
                    whole = parent.source_range
                    # The library's ranges leave out speeds; no sample has a composition that plays backward.
                    speed = 1
                    for effect in parent.effects:
                        if isinstance(effect, schema.LinearTimeWarp): speed *= effect.time_scalar
                    if speed == 0:
                        held = range.overlaps(whole.start_time)
                        range = whole if held else TimeRange(whole.start_time, RationalTime(0, 24))
                    elif whole:
                        played = TimeRange(whole.start_time, RationalTime(whole.duration.value * speed, whole.duration.rate))
                        first = max(range.start_time, played.start_time)
                        last = min(range.end_time_exclusive(), played.end_time_exclusive())
                        cut += (first - range.start_time).to_seconds()
                        def place(time):
                            since = (time - whole.start_time).to_seconds() / speed
                            return whole.start_time + RationalTime.from_seconds(since, whole.start_time.rate)
                        range = TimeRange.range_from_start_end_time(place(first), place(max(first, last)))
                    item = parent
                begin = item.source_range.start_time if item.source_range else RationalTime(0, range.start_time.rate)
                return TimeRange(range.start_time - begin, range.duration), cut

            def handles(clip):
                '''How far the clip reaches into the transitions before and after it, or those of its nested timeline.'''
                offsets, edges, item = [RationalTime(0, 24)] * 2, [True] * 2, clip
                for parent in parents(clip) if is_lowest(clip) else ():
                    if isinstance(parent, schema.Track):
                        for side, neighbor in enumerate(parent.neighbors_of(item)):
                            if edges[side] and isinstance(neighbor, schema.Transition):
                                offsets[side] = neighbor.out_offset if side else neighbor.in_offset
                            edges[side] = edges[side] and neighbor is None
                    item = parent
                return offsets

            names = ['premiere_example', 'premiere_generators', 'hiero_xml_export', 'empty_name_tags']
            paths = glob.glob(f'{sources}/opentimelineio/tests/sample_data/*.otio')
            paths += [f'{sources}/otio_fcp_adapter/tests/sample_data/{name}.xml' for name in names]
            for path in sorted(paths):
                read = otio.adapters.read_from_file(path)
                found = [read] if isinstance(read, schema.Timeline) else read
                timelines = [timeline for timeline in found if isinstance(timeline, schema.Timeline)]
                for number, timeline in enumerate(timelines):
                    clips = []
                    for clip in timeline.find_clips():
                        tracks = [parent for parent in parents(clip) if isinstance(parent, schema.Track)]
                        if isinstance(clip.media_reference, schema.GeneratorReference): continue
                        # Every file becomes the film, which begins 100 s before the clip's range.
                        clip.source_range = range = clip.trimmed_range()
                        rate = range.start_time.rate
                        head, whole = RationalTime(100 * rate, rate), RationalTime(500 * rate, rate)
                        clip.media_reference = schema.ExternalReference(film, TimeRange(range.start_time - head, whole))
                        if any(track.kind != 'Video' for track in tracks): continue
                        if not all(item.enabled for item in [clip, *parents(clip)]): continue
                        seen, cut = shown(clip)
                        if seen.duration.value <= 0: continue
                        before, after = handles(clip)
                        start = None if clip.effects else 100 + cut - before.to_seconds()
                        times = [seen.start_time - before, seen.end_time_exclusive() + after]
                        clips.append([time.to_seconds() for time in times] + [start])
                    name = os.path.basename(path) + (f'-{number}.otio' if number else '.otio')
                    otio.adapters.write_to_file(timeline, os.path.join(output, name))
                    length = timeline.duration()
                    print(json.dumps({'name': name, 'rate': length.rate, 'frames': round(length.value), 'clips': clips}))
            """

        private struct Sample: Decodable {
            let name: String
            let rate: Double
            let frames: Int
            let clips: [[Double?]]
        }

        private func samples(_ film: String, _ output: String) async throws -> [Sample] {
            let scripts = Fixture.repository.appending(path: "scripts")
            let printed = try await Tool.run("sh", [scripts.appending(path: "sample-timelines.sh").path])
            let sources = String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .newlines)
            let adapter = "\(sources)/otio_fcp_adapter/src"
            let lines = try await PythonPackage.opentimelineio.run(
                Self.script, [sources, film, output], modules: adapter,
                environment: ["OTIO_PLUGIN_MANIFEST_PATH": "\(adapter)/otio_fcp_adapter/plugin_manifest.json"])
            return try lines.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(Sample.self, from: Data($0))
            }
        }

        @Test("All samples open, and each clip is where the library says", .full)
        func samples() async throws {
            let folder = try TemporaryFolder()
            let film = folder.path("film.mkv")
            _ = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x48:r=24:d=420"]
                    + [
                        "-f", "lavfi", "-i", "anullsrc=d=420", "-c:v", "mpeg4", "-g", "240", "-c:a", "flac",
                        film,
                    ])
            let samples = try await samples(film, folder.url.path)
            #expect(samples.count == 17)
            #expect(samples.count { $0.clips.isEmpty } == 3)
            for sample in samples {
                let outcome = try await Pagereel.run(["compose", folder.path(sample.name), "--explain", "--json"])
                #expect(outcome.exitCode == 0, "\(sample.name): \(outcome.standardError)")
                guard outcome.exitCode == 0 else { continue }
                let ours = try ExplainedTimeline(json: outcome.standardOutput)
                #expect(ours.frames == sample.frames, "\(sample.name)")
                let clips = ours.videos
                let library = sample.clips.map { clip in
                    (first: frame(clip[0], sample), end: frame(clip[1], sample), start: clip[2])
                }.sorted { ($0.first, $0.end) < ($1.first, $1.end) }
                #expect(clips.map(\.firstFrame) == library.map(\.first), "\(sample.name)")
                #expect(clips.map { $0.lastFrame + 1 } == library.map(\.end), "\(sample.name)")
                for (clip, other) in zip(clips, library) {
                    guard let start = other.start else { continue }
                    #expect(abs(try #require(clip.sourceStart) - start) < 1e-3, "\(sample.name)")
                }
            }
        }

        private func frame(_ seconds: Double?, _ sample: Sample) -> Int {
            Int(((seconds ?? .nan) * sample.rate).rounded())
        }
    }
}
