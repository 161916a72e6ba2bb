import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Recorder

@Suite("Photos that move")
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

    @Test("are not made when the task is cancelled on the way", arguments: [PhotoPlan.Form.live, .liveBundle, .motion])
    func cancelled(form: PhotoPlan.Form) async throws {
        let unfinished = Mutex<[String]>([])
        let job = PhotoJob(PhotoPlan(movie: movie, output: folder.path("new/A"), form: form)) { [folder] event in
            guard case .progress(done: 1, _) = event else { return }
            unfinished.withLock { $0 = folder.contents }
            // The job's own task, as it is what works here.
            withUnsafeCurrentTask { $0?.cancel() }
        }
        let work = Task { try await job.run() }
        let result = await work.result
        #expect { try result.get() } throws: { ($0 as? RecordingError)?.code == .interrupted }
        #expect(unfinished.withLock { $0.contains { $0.contains(".partial") } })
        #expect(folder.contents == ["in.mp4"])
    }

    @Test("say what can be written, and leave nothing", arguments: [PhotoPlan.Form.live, .liveBundle, .motion])
    func outputs(form: PhotoPlan.Form) async throws {
        var plan = PhotoPlan(movie: movie, output: folder.path("new/A"), form: form)
        try PhotoJob(plan).checkOutput()
        #expect(folder.contents == ["in.mp4"])
        let summary = try await PhotoJob(plan).run()
        #expect(summary.frames == 15 && summary.still.inSeconds > 0.2 && !summary.hasSound)
        let before = folder.contents
        #expect { try PhotoJob(plan).checkOutput() } throws: { ($0 as? EncoderError)?.code == .cannotCreateOutput }
        plan.overwritesOutput = true
        try PhotoJob(plan).checkOutput()
        #expect(folder.contents == before)
    }

    @Test("take the picture that is nearest, within the part")
    func nearest() async throws {
        var plan = PhotoPlan(movie: movie, output: folder.path("A"), form: .live)
        // Pictures are a thirtieth apart; the last one of the part is its fifth.
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
