import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Pages that are served over HTTP.
    @Suite("Served folders")
    struct Serve {
        private let folder: TemporaryFolder
        private let site: String

        init() throws {
            folder = try TemporaryFolder()
            site = try folder.makeFolder("site")
        }

        private func path(_ name: String) -> String { folder.path(name) }

        /// A page whose title lists what needs a server, and which uses custom start and stop
        /// addresses.
        private func writeApp() throws {
            try folder.write("secret.txt", "secret")
            try folder.write("site/sub/inside.txt", "inside")
            try folder.write("site/data.json", #"{"name": "data"}"#)
            try folder.write("site/lib/shape.mjs", "export const shape = 'module';")
            try folder.write(
                "site/film.webm", Data(contentsOf: URL(fileURLWithPath: Fixture.file("video/frame-numbers.webm"))))
            unsafe #expect(symlink("../../secret.txt", path("site/sub/out.txt")) == 0)
            unsafe #expect(symlink("inside.txt", path("site/sub/in.txt")) == 0)
            try folder.write(
                "site/sub/index.html",
                """
                <!doctype html><meta charset="utf-8"><title>App</title>
                <script type="importmap">{"imports": {"shape": "/lib/shape.mjs"}}</script>
                <body style="margin: 0; background: #123456"><video width=160 muted></video>
                <script type="module">
                import {shape} from 'shape';
                const text = async address => {
                    const answer = await fetch(address);
                    return answer.ok ? answer.text() : answer.status;
                };
                const next = (target, event) => new Promise(done => target.addEventListener(event, done, {once: true}));
                const {name} = await (await fetch('../data.json')).json();
                document.cookie = 'own=2';
                const links = [await text('in.txt'), await text('out.txt'), await text('/../secret.txt')];
                const video = document.querySelector('video');
                video.src = '/film.webm';
                await next(video, 'loadeddata');
                video.currentTime = 8;
                await next(video, 'seeked');
                const frame = () => new Promise(requestAnimationFrame);
                await frame();
                await frame();
                const canvas = document.createElement('canvas').getContext('2d');
                canvas.drawImage(video, 0, 0);
                // Not tainted, as it would be for a file: page.
                const alpha = canvas.getImageData(0, 0, 1, 1).data[3];
                const cookies = document.cookie.split('; ').sort().join('+');
                document.title = [isSecureContext, shape, name, cookies, location.search, ...links, video.currentTime, alpha].join();
                location.href = 'go';
                setTimeout(() => { location.href = 'done'; }, 200);
                </script>
                """)
        }

        @Test("Modules, data, cookies and videos work on both clocks")
        func app() async throws {
            try writeApp()
            let options =
                ["--serve", site, "--cookie", "given=1", "--start-url", "go", "--stop-url", "done"] + TestPage.small
            let date = ["--date", "2031-12-31T09:00:00Z", "--seed", "7"]
            for (name, clock) in [("1.mp4", date), ("2.mp4", date), ("3.mp4", ["--clock", "realtime"])] {
                let summary = try await Pagereel.record("sub/?x=1", to: path(name), options + clock)
                #expect(summary.title == "true,module,data,given=1+own=2,?x=1,inside,403,404,8,255")
                // The server's port, which changes each time, is stored in no file.
                #expect(summary.page == "file://\(path("site/sub/index.html"))?x=1")
                #expect(summary.exitReason == "stopped" && summary.warnings == [], "\(summary.warnings)")
            }
            #expect(try folder.read("1.mp4") == folder.read("2.mp4"))
            let check = try await Pagereel.run(["check", "sub/"] + options)
            #expect(check.exitCode == 0, "\(check.standardError)")
        }

        @Test("Only 127.0.0.1 can connect, and Ctrl-C frees the port", .full)
        func port() async throws {
            let page = TestPage.endless.replacing(
                "send('start');", with: "send('start'); console.log('port ' + location.port);")
            try folder.write("site/page.html", page)
            var port: UInt16 = 0
            let outcome = try await Pagereel.run(
                ["record", "page.html", "--serve", site, "-o", path("out.mp4"), "--verbose"] + TestPage.small
            ) { recording in
                try await recording.wait(for: "tick 3.")
                port = recording.console.text.firstMatch(of: /port (\d+)/).flatMap { UInt16($0.1) } ?? 0
                let listener = try #require(Listener.all(on: port).first)
                #expect(Listener.all(on: port).map(\.address) == ["0100007F"])
                #expect(listener.isOpen(in: recording.processID))
                #expect(recording.descendants.count > 2)
                for process in recording.descendants {
                    #expect(!listener.isOpen(in: process.processID), "\(process.name)")
                }
                try recording.send(.interrupt, toGroup: true)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(folder.contains("out.mp4"))
            #expect(Listener.all(on: port).isEmpty)
        }

        @Test(
            "Folders that cannot be served are rejected with a message", .full,
            arguments: [
                ("secret.txt", "index.html", 66, "is a file"),
                ("site", "OUTSIDE", 66, "is not in the folder"), ("site", "https://app.example/", 64, "--serve"),
            ])
        func refusals(served: String, page: String, status: Int32, words: String) async throws {
            try folder.write("secret.txt", "secret")
            let page = page == "OUTSIDE" ? path("secret.txt") : page
            let outcome = try await Pagereel.run(
                ["record", page, "--serve", path(served), "-o", path("out.mp4"), "--duration", "0.2s", "--json"])
            #expect(outcome.exitCode == status, "\(outcome.standardError)")
            #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains(status == 66 ? "not-loaded" : "usage"))
            #expect(!folder.contains("out.mp4"))
        }
    }
}

/// A listening socket, as the kernel lists it (proc_net_tcp).
private struct Listener {
    /// Its local address in hexadecimal, in memory order.
    let address: Substring
    private let inode: Substring

    /// Listening sockets on a port, IPv4 and IPv6.
    static func all(on port: UInt16) -> [Listener] {
        ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table -> [Listener] in
            let text = (try? String(contentsOfFile: table, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").dropFirst().compactMap { line in
                let fields = line.split(separator: " ")
                let own = fields[1].split(separator: ":")
                guard fields[3] == "0A", UInt16(own[1], radix: 16) == port else { return nil }
                return Listener(address: own[0], inode: fields[9])
            }
        }
    }

    /// Whether a process has the socket open.
    func isOpen(in process: Int32) -> Bool {
        let folder = "/proc/\(process)/fd"
        return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.contains { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) == "socket:[\(inode)]"
        } ?? false
    }
}
