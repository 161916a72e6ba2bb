import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// A local page shows the files of its own folder, however an address of another one is written.
    @Suite("Files of a local page")
    struct LocalFiles {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
            for name in ["outside/x.html", "site2/x.html", "site.html", Self.decomposed + "/x.html"] {
                try folder.write(name, Self.file("outside"))
            }
            for name in ["site/sub/frame.html", "site/two words.html", Self.composed + "/frame.html"] {
                try folder.write(name, Self.file("inside"))
            }
            let links = [
                "link": "../outside", "link.html": "../outside/x.html", "root": "/", "sub/up": "..",
                "inner.html": "sub/frame.html",
            ]
            for (name, target) in links {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path("site/" + name), withDestinationPath: target)
            }
        }

        /// Two names that are equal strings, and not equal names of files.
        private static let composed = "\u{e9}"
        private static let decomposed = "e\u{301}"

        /// A file that says where it is to the page that shows it.
        private static func file(_ place: String) -> String {
            "<title>\(place)</title><body style='background: red'><script>top.postMessage('\(place)', '*')</script>"
        }

        /// Addresses of files outside of `site`, as its page can write them.
        private var outside: [String] {
            let path = folder.path("outside/x.html")
            let site = folder.path("site")
            let hosts = [
                "localhost", "LOCALHOST", "%6cocalhost", "localhost.", "localhost:80", "127.0.0.1", "[::1]", "1.2.3.4",
                "0", "0x7f.1", "a_b", "-", "a..b", "a.b", "app.example", "user@", "user@localhost", "user:word@a",
                "%00", "%2f", "a%2fb", "C:", "C|", ".", "..", "~", "*", "é", "xn--9ca",
            ]
            let ends = [
                "", "?a", "#a", "?/../", "%00", "%00.png", "%00/../x.html", "/", "/.", "//", "/./", "/%2e", "%2f",
                "%2F.", "/x/..", "/x/%2e%2e", "/x%2f..", "%3fa", "%23a", "%20", " ", "%0a", "%09", "\\t", "\\n", ";a",
                "\\\\",
                "%5c", "%5c..%5cx.html",
            ]
            let roots = [
                "file:", "FILE:", "File:", "file:/", "file://", "file:///", "file:////", "fi\\nle://", "file:\\t//",
                " file://", "file:\\\\\\\\\\\\", "view-source:file://",
            ]
            let steps = [
                "../", "%2e%2e/", ".%2e/", "%2e./", "%2E%2E/", "..%2f", "..%2F", "%2e%2e%2f", "sub/../../",
                "sub/..%2f../", "sub%2f..%2f..%2f", "sub%2f%2e%2e%2f%2e%2e/", "x/..%2f../", "x%2f../../", "./../",
                ".%2f../",
                ".//../../",
                "..\\\\", "..%5c", "..;/", "..%00/", "..%252f", "%252e%252e/", "..\\t/", "..\\n/", ".\\t./", "..%c0%af",
                "%c0%ae%c0%ae/", "%uff0e%uff0e/", "\u{ff0e}\u{ff0e}/", "\u{2024}\u{2024}/", "..\u{2215}", "..%ef%bc%8f",
                "link/../../", "link%2f..%2f", "sub/up/../../", "sub/up%2f..%2f..%2f",
            ]
            let links = [
                "link/x.html", "link%2fx.html", "link//x.html", "link/./x.html", "link.html", "link.html?a",
                "link.html/", "link.html%00", "./link.html", "root\(path)", "root%2f\(path)", "sub/up/link/x.html",
                "sub/up%2flink%2fx.html",
            ]
            let others = [
                "../site2/x.html", "../site.html", "../site/../site2/x.html", "//\(path)", "/\(path)", path,
                path.replacing("/", with: "%2f"), "/\(site)%2f..%2foutside/x.html",
                "file://\(site)%2f..%2foutside/x.html",
                "file://\(site)/%2e%2e/outside/x.html", "file:///proc/self/root\(path)",
                "file:///proc/self/root%2f\(path)",
                "file:///proc/self/cwd/..\(path)", "file:///dev/fd/../root\(path)", "//a\(path)", "//127.0.0.1\(path)",
            ]
            return hosts.map { "file://\($0)\(path)" } + ends.map { "file://\(path)\($0)" } + roots.map { $0 + path }
                + steps.map { $0 + "outside/x.html" } + links + others
        }

        /// A page that shows addresses in frames, then goes to each, and has heard its files in its title.
        private func page(_ addresses: [String], interval: Int = 40) -> String {
            let list = addresses.map { "\"\($0.replacing("\"", with: "%22"))\"" }.joined(separator: ", ")
            return TestPage.html(
                script: """
                    const addresses = [\(list)];
                    const heard = [];
                    onmessage = ({ data }) => { heard.push(data); };
                    send('start');
                    for (const address of addresses) {
                      const frame = document.createElement('iframe');
                      frame.src = address;
                      document.body.append(frame);
                    }
                    const ask = index => {
                      if (index < addresses.length) {
                        try { location.href = addresses[index]; } catch { /* It is no address. */ }
                        after(\(interval), () => ask(index + 1));
                      } else {
                        document.title = `${heard.length} ${[...new Set(heard)].join(" ")}`.trim();
                        send('stop');
                      }
                    };
                    after(1000, () => ask(0));
                    """)
        }

        /// A page that shows addresses in frames, and has heard its files in its title.
        private func framing(_ addresses: [String]) -> String {
            let list = addresses.map { "\"\($0)\"" }.joined(separator: ", ")
            return TestPage.html(
                script: """
                    const heard = [];
                    onmessage = ({ data }) => { heard.push(data); };
                    send('start');
                    for (const address of [\(list)]) {
                      const frame = document.createElement('iframe');
                      frame.src = address;
                      document.body.append(frame);
                    }
                    after(1500, () => { document.title = heard.sort().join(" "); send('stop'); });
                    """)
        }

        @Test("Spellings of files in the folder show them")
        func inside() async throws {
            let frame = folder.path("site/sub/frame.html")
            let addresses = [
                "sub/frame.html", "./sub/../sub/frame.html", "sub/%66rame.html", "two words.html", "two%20words.html",
                "inner.html", "sub/frame.html?a#b", "file://\(frame)", "file:\(frame)", "file://localhost\(frame)",
            ]
            let page = try folder.write("site/page.html", framing(addresses))
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--max-duration", "20s"])
            #expect(summary.title == Array(repeating: "inside", count: addresses.count).joined(separator: " "))
            #expect(!summary.warnings.contains { $0.contains("outside the page's folder") }, "\(summary.warnings)")
        }

        @Test("Names of folders are compared as bytes, not as text", .full)
        func equalTexts() async throws {
            #expect(Self.composed == Self.decomposed)
            let other = folder.path(Self.decomposed) + "/x.html"
            let addresses = ["frame.html", "../e%CC%81/x.html", "../\(Self.decomposed)/x.html", "file://\(other)"]
            let page = try folder.write(Self.composed + "/page.html", framing(addresses))
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--max-duration", "20s"])
            #expect(summary.title == "inside")
            #expect(summary.warnings.contains { $0.contains("outside the page's folder") }, "\(summary.warnings)")
        }

        @Test("No spelling of a file outside the folder shows it, in a frame or as the next page", .full)
        func spellings() async throws {
            #expect(outside.count >= 100)
            let page = try folder.write("site/page.html", page(outside))
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--max-duration", "20s"])
            #expect(summary.exitReason == "stopped")
            #expect(summary.title == "0")
            #expect(summary.warnings.contains { $0.contains("outside the page's folder") }, "\(summary.warnings)")
        }
    }
}
