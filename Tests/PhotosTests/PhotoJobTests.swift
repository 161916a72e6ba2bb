import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Files
@testable import Frames
@testable import Photos

@Suite("Live Photos and Motion Photos")
struct PhotoJobTests {
    private let folder: TemporaryFolder
    private let movie: String

    init() async throws {
        folder = try TemporaryFolder()
        movie = folder.path("in.mp4")
        try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30:d=0.5", "-c:v", "libx264", "-g", "5"]
                + ["-pix_fmt", "yuv420p", movie])
    }

    @Test("A canceled task makes no photo", arguments: [PhotoPlan.Form.live, .liveBundle, .motion])
    func cancelled(form: PhotoPlan.Form) async throws {
        let unfinished = Mutex<[String]>([])
        let job = PhotoJob(PhotoPlan(movie: movie, output: folder.path("new/A"), form: form)) { [folder] event in
            guard case .progress(done: 1, _) = event else { return }
            unfinished.withLock { $0 = folder.contents }
            // The job's own task, because it does the work.
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
        let work = Task { try await job.run() }
        let result = await work.result
        #expect(throws: CancellationError.self) { try result.get() }
        // Unfinished files have a hidden name or no name.
        #expect(unfinished.withLock { $0.contains("new/") && !$0.contains { $0.hasPrefix("new/A") } })
        #expect(folder.contents == ["in.mp4"])
    }

    @Test("A check reports problems and leaves nothing", arguments: [PhotoPlan.Form.live, .liveBundle, .motion])
    func outputs(form: PhotoPlan.Form) async throws {
        var plan = PhotoPlan(movie: movie, output: folder.path("new/A"), form: form)
        try PhotoJob(plan).checkOutput()
        #expect(folder.contents == ["in.mp4"])
        let summary = try await PhotoJob(plan).run()
        #expect(summary.frames == 15 && summary.still.inSeconds > 0.2 && !summary.hasSound)
        let before = folder.contents
        #expect { try PhotoJob(plan).checkOutput() } throws: { ($0 as? FileError)?.code == .cannotCreateOutput }
        plan.overwritesOutput = true
        try PhotoJob(plan).checkOutput()
        #expect(folder.contents == before)
    }

    /// A format from which photos can be made.
    enum Kind: String, CaseIterable {
        case mov, mkv, fragments, openGroups, variableRate

        var name: String { self == .mkv ? "a.mkv" : self == .mov ? "a.mov" : "a.mp4" }

        /// ffmpeg's options.
        var options: [String] {
            let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "8"]
            return switch self {
            case .mov, .mkv: h264
            case .fragments: h264 + ["-movflags", "frag_keyframe+empty_moov"]
            case .openGroups:
                ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params"]
                    + ["log-level=none:keyint=8:min-keyint=8:open-gop=1:bframes=3"]
            case .variableRate: ["-vf", "select='not(mod(n,3))+gt(n,9)'", "-fps_mode", "vfr"] + h264
            }
        }
    }

    @Test("A part has exactly its pictures", arguments: Kind.allCases)
    func kinds(kind: Kind) async throws {
        let source = folder.path(kind.name)
        try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30:d=1", "-f", "lavfi", "-i", "sine=r=48000:d=1"]
                + ["-pix_fmt", "yuv420p"] + kind.options + ["-c:a", "aac", source])
        var plan = PhotoPlan(movie: source, output: folder.path("A"), form: .live)
        plan.from = .milliseconds(400)
        plan.duration = .milliseconds(300)
        let summary = try await PhotoJob(plan).run()
        #expect(summary.frames == 9)
        let movie = try #require(summary.movie)
        let all = try await FrameDecoder.frames(of: source, as: .gray).map { Array($0.bytes) }
        // The first nine pictures include three where the rate changes.
        let first = kind == .variableRate ? 6 : 12
        let part = try await FrameDecoder.frames(of: movie, as: .gray).map { Array($0.bytes) }
        #expect(part == Array(all[first..<first + 9]))
        #expect(try await Probe.read(movie).audio?.durationTs == 14_400)
    }

    @Test("A truncated file is rejected", arguments: ["mp4", "mkv"])
    func cutShort(container: String) async throws {
        let whole = folder.path("whole.\(container)")
        try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30:d=3", "-c:v", "libx264", "-preset",
                "ultrafast",
            ]
                + ["-pix_fmt", "yuv420p", "-movflags", "+faststart", whole])
        let bytes = try folder.read("whole.\(container)")
        let source = try folder.write("cut.\(container)", bytes.prefix(bytes.count / 2))
        for from in [Duration.zero, .seconds(2.5)] {
            var plan = PhotoPlan(movie: source, output: folder.path("A"), form: .live)
            plan.from = from
            let result = await Task { try await PhotoJob(plan).run() }.result
            #expect { try result.get() } throws: {
                ($0 as? FileError)?.message.contains("it is truncated") == true
            }
        }
        #expect(folder.contents == ["cut.\(container)", "in.mp4", "whole.\(container)"])
    }

    @Test("The still is the nearest picture within the part")
    func nearest() async throws {
        var plan = PhotoPlan(movie: movie, output: folder.path("A"), form: .live)
        // Pictures are 1/30 s apart; the last one of the part is its fifth.
        plan.from = .milliseconds(95)
        plan.duration = .milliseconds(160)
        plan.still = .milliseconds(159)
        let notices = Mutex<[String]>([])
        let summary = try await PhotoJob(plan) { event in
            if case .notice(let text) = event { notices.withLock { $0.append(text) } }
        }.run()
        #expect(summary.frames == 5)
        #expect(abs(summary.from.inSeconds - 3.0 / 30) < 0.001)
        #expect(abs(summary.still.inSeconds - 4.0 / 30) < 0.001)
        #expect(notices.withLock { $0.count } == 3)
    }
}
