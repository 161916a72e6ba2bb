import Foundation
import Testing

@testable import PageRenderer

@Suite("The page's folder in the sandbox")
@MainActor
struct SandboxTests {
    @Test(
        "The system's top-level folders are hidden",
        arguments: ["/page.html", "/tmp/page.html", "/home/page.html", "/srv/page.html", "/lib64/page.html"])
    func hidden(file: String) { #expect(Sandbox.hidesFolder(of: file)) }

    @Test("Kernel file systems and the home folder are hidden")
    func special() {
        #expect(Sandbox.hidesFolder(of: "/dev/shm/page.html"))
        #expect(Sandbox.hidesFolder(of: "/proc/self/page.html"))
        #expect(Sandbox.hidesFolder(of: NSHomeDirectory() + "/page.html"))
    }

    @Test("Deeper folders are shown", arguments: ["/usr/share/page.html", "/usr/lib/page.html"])
    func deeper(file: String) { #expect(!Sandbox.hidesFolder(of: file)) }

    @Test("Other top-level folders are shown, as in containers", .enabled(if: NSUserName() == "root"))
    func topLevel() throws {
        let folder = "/pagereel-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(!Sandbox.hidesFolder(of: folder + "/page.html"))
    }
}
