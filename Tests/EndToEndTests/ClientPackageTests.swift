import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The library products, as other packages use them; `make client-test` also uses them by path.
    @Suite("Packages that depend on this one")
    struct ClientPackages {
        // It compiles most of this package once more.
        @Test("The examples build and run as packages that depend on a tagged Git repository")
        func examples() async throws {
            let folder = try TemporaryFolder()
            let script = Fixture.repository.appending(path: "scripts/test-clients.sh").path
            let output = try await Tool.run("sh", [script, "url", folder.path("clients")])
            let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
            // What the four programs print, and the frames of their videos.
            #expect(lines.contains("ended: stopped"))
            #expect(lines.contains("30 frames, 1.0 seconds"))
            #expect(lines.contains("drawn.mp4: 60 frames"))
            #expect(lines.contains("poster: 640x360"))
            let out = folder.path("clients/out")
            for (name, frames) in [("recorded", 30), ("drawn", 60), ("edited", 80)] {
                let probe = try await Probe.read("\(out)/\(name).mp4")
                #expect(probe.video?.packetCount == frames, "\(name)")
            }
            let picture = try Data(contentsOf: URL(filePath: "\(out)/0.png"))
            #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47]))
            // Nothing but the outputs is left.
            let outputs = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
            #expect(outputs == ["0.png", "drawn.mp4", "edited.mp4", "recorded.mp4"])
        }
    }
}
