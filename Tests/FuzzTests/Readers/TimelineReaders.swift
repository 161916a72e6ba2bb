import Decoder
import EngineLink
import Foundation
import Frames
import Interchange
import Notation

@testable import CLI
@testable import Timeline

extension FuzzReader {
    /// Timelines in YAML and OpenTimelineIO, lists of slides and steps.
    static let timelines = [
        FuzzReader.text("timeline", TreeMutator(.yaml)) { text in
            let file = YAMLFile(path: "/nowhere/t.yaml", text: text)
            let timeline = try accepted { try DescriptionReader(file, pageOptions: PageOptionReader.arguments).read() }
            guard let timeline, let plan = try plan(timeline) else { return false }
            let text = try InterchangeWriter(timeline, plan: plan, probe: NamedFiles()).text(for: "/nowhere/t.otio")
            let again = try interchange(text)
            try require(again != nil, "its own OpenTimelineIO file cannot be read: \(text)")
            try require(
                again?.frameCount == plan.frameCount && again?.overlays.count == plan.overlays.count,
                "\(plan.frameCount) frames are \(again?.frameCount ?? 0) when read from OpenTimelineIO")
            return true
        },
        FuzzReader.text("interchange", longest: 16384, TreeMutator(.json), seeds: { try ownInterchange() }) {
            try interchange($0) != nil
        },
        FuzzReader.text("slides", WordMutator(dictionary: ["\n", " 2s", " 1m30s", " 0s", "# ", "- ", "---"])) { text in
            let slides = try accepted {
                try SlideList(YAMLFile(path: "slides", text: text), folder: "/nowhere/").slides
            }
            guard let slides else { return false }
            try require(slides.allSatisfy { $0.time.map(\.isPositive) ?? true }, "a slide has no duration")
            return true
        },
        FuzzReader.text("steps", TreeMutator(.yaml)) { text in
            let file = YAMLFile(path: "steps.yaml", text: text)
            let steps = try accepted { try file.root().map(StepsReader(file: file).steps) }
            guard let steps else { return false }
            try require(steps?.allSatisfy { $0.time ?? .zero >= .zero } ?? true, "a step is before the page")
            return true
        },
    ]

    /// Files that exist, by their names.
    private struct NamedFiles: SourceProbe {
        struct Missing: Error {}

        func contents(of path: String, _ selection: SoundSelection) throws -> MediaContents {
            let size = PixelSize(width: 640, height: 360)
            return switch URL(fileURLWithPath: path).pathExtension {
            case "mp4", "mov", "webm", "mkv":
                MediaContents(pictures: .moving(size: size, duration: .seconds(30)), sound: .seconds(30))
            case "gif": MediaContents(pictures: .moving(size: size, duration: .nanoseconds(3_003_000_000)))
            case "png", "jpg": MediaContents(pictures: .still(size: size))
            case "wav", "mp3", "ogg": MediaContents(sound: .milliseconds(61_250))
            default: throw Missing()
            }
        }
    }

    private static func plan(_ timeline: Timeline) throws -> TimelinePlan? {
        guard let plan = try accepted({ try TimelineResolver(timeline, probe: NamedFiles()).plan() }) else {
            return nil
        }
        try require(plan.frameCount >= 0 && plan.sampleCount >= 0, "the timeline has \(plan.frameCount) frames")
        for clip in plan.overlays { try require(clip.frames.upperBound <= plan.frameCount, "an overlay is longer") }
        return plan
    }

    /// What our own writer makes of the timelines in the corpus.
    private static func ownInterchange() throws -> [[UInt8]] {
        let files = timelines.first { $0.name == "timeline" }?.files ?? []
        return try files.compactMap { try String(contentsOf: $0, encoding: .utf8) }.compactMap { text in
            let file = YAMLFile(path: "/nowhere/t.yaml", text: text)
            // A file that once failed may have no timeline.
            guard let timeline = try? DescriptionReader(file, pageOptions: PageOptionReader.arguments).read(),
                let plan = try plan(timeline)
            else { return nil }
            let writer = InterchangeWriter(timeline, plan: plan, probe: NamedFiles())
            return Array(try writer.text(for: "/nowhere/t.otio").utf8)
        }
    }

    private static func interchange(_ text: String) throws -> TimelinePlan? {
        let file = YAMLFile(path: "/nowhere/t.otio", text: text)
        let reader = InterchangeReader(file, probe: NamedFiles(), pageOptions: PageOptionReader.arguments)
        return try accepted { try reader.read() }.flatMap(plan)
    }
}
