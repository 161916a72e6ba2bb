import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Servers whose certificates the system does not trust.
    @Suite("Certificates")
    struct Certificates {
        private let folder: TemporaryFolder
        private let files: TemporaryFolder
        private let output: String

        init() throws {
            (folder, files) = (try TemporaryFolder(), try TemporaryFolder())
            output = folder.path("out.mp4")
            try files.write("page.html", TestPage.timed(200))
        }

        private func expectFailure(_ arguments: [String], status: Int32, saying words: [String]) async throws {
            let outcome = try await Pagereel.run(["record", "-o", output] + TestPage.small + arguments)
            #expect(outcome.exitCode == status, "\(outcome.standardError)")
            for word in words { #expect(outcome.standardError.contains(word), "\(outcome.standardError)") }
            #expect(!FileManager.default.fileExists(atPath: output))
        }

        @Test("--ca-file trusts a page and what it loads from another server", arguments: ["virtual", "realtime"])
        func trusted(clock: String) async throws {
            let authority = try await SecureServer.Authority(in: folder)
            let other = try TemporaryFolder()
            try other.write("name.js", "window.name = 'from the other'")
            try await SecureServer.serving(other, signedBy: authority) { second in
                try files.write(
                    "page.html",
                    TestPage.html(
                        head: "<script src='\(second)name.js'></script>",
                        script: "document.title = window.name; send('start'); after(200, () => send('stop'));"))
                try await SecureServer.serving(files, signedBy: authority) { address in
                    let summary = try await Pagereel.record(
                        address + "page.html", to: output,
                        TestPage.small + ["--ca-file", authority.file, "--clock", clock])
                    #expect(summary.title == "from the other")
                    #expect(summary.warnings == [])
                }
            }
        }

        @Test("An untrusted certificate is refused, and the message names both options")
        func untrusted() async throws {
            let elsewhere = try TemporaryFolder()
            let authority = try await SecureServer.Authority(in: folder)
            let other = try await SecureServer.Authority(in: elsewhere)
            try await SecureServer.serving(files, signedBy: authority) { address in
                let words = ["unknown authority", "--ca-file", "--insecure"]
                try await expectFailure([address + "page.html"], status: 66, saying: words)
                try await expectFailure(
                    [address + "page.html", "--ca-file", other.file], status: 66, saying: words)
            }
        }

        @Test("A certificate for another host is refused, although its authority is trusted")
        func otherHost() async throws {
            let authority = try await SecureServer.Authority(in: folder)
            try await SecureServer.serving(files, signedBy: authority, for: "DNS:other.example") { address in
                try await expectFailure(
                    [address + "page.html", "--ca-file", authority.file], status: 66,
                    saying: ["cannot be trusted, it is for another host. Use --insecure"])
            }
        }

        @Test("A self-signed certificate is trusted by its own file, whatever text is between certificates", .full)
        func selfSigned() async throws {
            try await SecureServer.serving(files) { address in
                let certificate = try files.read("certificate.pem")
                let file = folder.path("list.pem")
                try (Data([0xe9, 0x0a]) + certificate + certificate).write(to: URL(fileURLWithPath: file))
                _ = try await Pagereel.record(
                    address + "page.html", to: output, TestPage.small + ["--ca-file", file])
            }
        }

        @Test("--insecure accepts an invalid certificate with a warning", .full)
        func insecure() async throws {
            try await SecureServer.serving(files) { address in
                let summary = try await Pagereel.record(
                    address + "page.html", to: output, TestPage.small + ["--insecure"])
                #expect(summary.exitReason == "stopped")
                #expect(summary.warnings.contains { $0.localizedCaseInsensitiveContains("certificate") })
            }
        }

        @Test("A row of a batch trusts only its own authorities, although rows share engines")
        func rows() async throws {
            let authority = try await SecureServer.Authority(in: folder)
            try await SecureServer.serving(files, signedBy: authority) { address in
                try folder.write("rows.csv", "id,ca-file\n1,\(authority.file)\n2,\n3,\(authority.file)\n")
                let outcome = try await Pagereel.run(
                    [
                        "batch", "rows.csv", "--page", address + "page.html", "-o", "{id}.mp4", "--log", "log.jsonl",
                        "--jobs", "1",
                    ] + TestPage.small, folder: folder)
                #expect(outcome.exitCode == 1, "\(outcome.standardError)")
                #expect(folder.contents.filter { $0.hasSuffix(".mp4") } == ["1.mp4", "3.mp4"])
            }
        }

        @Test("A file without certificates, or with one that is none, is refused")
        func otherFiles() async throws {
            let page = files.path("page.html")
            let text = try folder.write("notes.pem", "no certificate\n")
            try await expectFailure([page, "--ca-file", text], status: 65, saying: ["PEM", "openssl x509"])
            try await expectFailure([page, "--ca-file", folder.path("x")], status: 65, saying: ["no such file"])
            let broken = try folder.write(
                "broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
            try await expectFailure([page, "--ca-file", broken], status: 64, saying: ["--ca-file cannot be used"])
        }
    }
}
