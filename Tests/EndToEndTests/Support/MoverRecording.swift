import TestSupport
import Testing

/// Recordings of the pages of fixtures/html/movers.
enum MoverRecording {
    /// Records a page and checks every frame; several recordings of it must be the same.
    ///
    /// - Parameter runs: The number of recordings (default: the page's own).
    static func expectExact(
        _ page: MoverPage, rate: Int, seconds: Double, runs: Int? = nil, _ options: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let folder = try TemporaryFolder()
        var first: [RawImage]?
        for run in 0..<(runs ?? page.runs) {
            let output = folder.path("\(run).mkv")
            let summary = try await WebServer.serving([:]) { server in
                try await VirtualRecording.record(
                    server.url("/fixtures/\(page.address)"), to: output,
                    ["--fps", "\(rate)", "--duration", "\(seconds)s", "--size", "320x80", "--codec", "ffv1"]
                        + ["--date", "2031-12-31T09:00:00Z", "--seed", "7"] + options, sourceLocation: sourceLocation)
            }
            if page.mayLack, isLacking(summary) { return }
            #expect(summary.frames == Int(seconds * Double(rate)), sourceLocation: sourceLocation)
            #expect(summary.repeated == 0, sourceLocation: sourceLocation)
            let isExpected = summary.warnings.allSatisfy { page.warning.map($0.contains) == true }
            #expect(
                isExpected && summary.warnings.count == (page.warning == nil ? 0 : 1), "\(summary.warnings)",
                sourceLocation: sourceLocation)
            let pictures = try await FrameDecoder.frames(of: output, as: .gray)
            #expect(pictures.count == summary.frames, sourceLocation: sourceLocation)
            let faults = page.faults(in: pictures, rate: Double(rate), step: soundStep(summary))
            #expect(faults == [], "run \(run), \(summary.rendering)", sourceLocation: sourceLocation)
            guard let first else {
                first = pictures
                continue
            }
            let different = zip(first, pictures).enumerated().filter { $1.0.bytes != $1.1.bytes }.map(\.offset)
            #expect(different == [], "frames of run \(run) differ", sourceLocation: sourceLocation)
        }
    }

    /// By how much the time of sound moves, in milliseconds, as the page's title says; 0 if the page has none.
    ///
    /// More than 512 samples is too much.
    private static func soundStep(_ summary: Summary) -> Double {
        let words = summary.title.split(separator: " ")
        guard words.starts(with: ["Steps", "of"]), words.count == 4, let step = Double(words[2]) else { return 0 }
        return min(step, 512 / 44.1)
    }

    /// Whether the page or the recorder says that the engine has not what the page is about.
    private static func isLacking(_ summary: Summary) -> Bool {
        summary.title.hasPrefix("The engine lacks")
            || summary.warnings.contains { $0.contains("video with transparency") }
    }
}
