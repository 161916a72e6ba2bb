import Foundation
import TestSupport

// Faults of pages and their servers.

extension CampaignFault {
    static let disks: [CampaignFault] =
        [16, 64, 256, 1024].map { (size: Int) in
            CampaignFault(
                name: "a disk of \(size) kB", group: .disks, page: SmallDisk.noisyPage,
                options: ["--duration", "3s", "--size", "640x360"], diskSize: size)
        } + [
            CampaignFault(
                name: "the output's folder is removed", group: .disks, options: ["--duration", "3s", "--verbose"],
                takesOutput: true
            ) { means in
                try await means.awaitMoment()
                let folder = URL(fileURLWithPath: means.output).deletingLastPathComponent()
                try? FileManager.default.removeItem(at: folder)
            },
            CampaignFault(
                name: "the output's folder is swapped for a link", group: .disks,
                options: ["--duration", "3s", "--verbose"], takesOutput: true
            ) { means in
                try await means.awaitMoment()
                let folder = URL(fileURLWithPath: means.output).deletingLastPathComponent()
                let (moved, other) = (
                    folder.deletingLastPathComponent().appending(path: "moved"),
                    folder.deletingLastPathComponent().appending(path: "other")
                )
                try FileManager.default.moveItem(at: folder, to: moved)
                try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
                try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: other)
            },
            CampaignFault(
                name: "a folder appears in the output's place", group: .disks,
                options: ["--duration", "3s", "--verbose"],
                takesOutput: true
            ) { means in
                try await means.awaitMoment()
                try? FileManager.default.removeItem(atPath: means.output)
                try? FileManager.default.createDirectory(atPath: means.output, withIntermediateDirectories: true)
            },
        ]

    private static let patient = ["--duration", "1s", "--start-timeout", "3s", "--hang-timeout", "5s"]

    static let servers: [CampaignFault] = FaultyServer.Behavior.all.map { behavior in
        CampaignFault(name: behavior.name, group: .servers, server: behavior, options: patient)
    }

    /// A page that starts at once and then runs a script.
    private static func hostile(_ name: String, _ script: String, _ options: [String] = []) -> CampaignFault {
        CampaignFault(
            name: name, group: .pages, page: TestPage.html(script: "send('start');\n" + script),
            options: ["--duration", "1s", "--hang-timeout", "3s", "--start-timeout", "8s"] + options)
    }

    static let pages: [CampaignFault] = [
        hostile("navigates in a storm", "setInterval(() => location = '?' + Math.random(), 1);"),
        hostile("navigates to itself for ever", "location.reload();"),
        hostile(
            "goes back and forth",
            "setInterval(() => { history.pushState(1, '', '#' + Math.random()); history.back(); }, 1);"),
        hostile("computes for ever", "for (;;);"),
        hostile("computes for ever in a timer", "after(200, () => { for (;;); });"),
        hostile("computes for ever in a worker", "new Worker(URL.createObjectURL(new Blob(['for (;;);'])));"),
        hostile("queues microtasks for ever", "const again = () => Promise.resolve().then(again); again();"),
        hostile("sends 100,000 signals", "for (let n = 0; n < 100000; n++) send('mark/' + n);"),
        hostile("sends a signal of 10 MB", "send('mark/' + 'x'.repeat(1e7));"),
        hostile("sends what is no signal", "for (const it of [null, 1, {}, [], '\\0', '☃'.repeat(999)]) send(it);"),
        hostile("cancels", "send('cancel');"),
        hostile("starts and stops at once", "send('stop'); send('start'); send('stop');"),
        hostile("pauses for ever", "send('pause');"),
        hostile("asks with dialogs for ever", "setInterval(() => { alert(1); confirm(2); prompt(3); }, 1);"),
        hostile("opens windows", "setInterval(() => open('about:blank'), 1);"),
        hostile("prints", "setInterval(() => print(), 10);"),
        hostile("will not be left", "onbeforeunload = () => 'stay'; after(100, () => location = 'about:blank');"),
        hostile("goes to a local file", "location = 'file:///etc/passwd';"),
        hostile("goes to data", "location = 'data:text/html,gone';"),
        hostile(
            "downloads",
            "const a = document.createElement('a'); a.download = 'x'; a.href = URL.createObjectURL(new Blob(['x'])); setInterval(() => a.click(), 5);"
        ),
        hostile(
            "has a thousand frames",
            "for (let n = 0; n < 1000; n++) document.body.append(document.createElement('iframe'));"),
        hostile(
            "has frames in frames",
            "const nest = (w, n) => { if (n) { const f = w.document.createElement('iframe'); w.document.body.append(f); nest(f.contentWindow, n - 1); } }; nest(window, 60);"
        ),
        hostile(
            "has a deep tree",
            "let at = document.body; for (let n = 0; n < 20000; n++) at = at.appendChild(document.createElement('div'));"
        ),
        hostile("has a long text", "document.body.append('x'.repeat(2e7));"),
        hostile(
            "has a canvas that is too large",
            "document.body.append(Object.assign(document.createElement('canvas'), { width: 40000, height: 40000 }));"),
        hostile(
            "takes memory",
            "const all = []; setInterval(() => { for (let n = 0; n < 50; n++) all.push(new Uint8Array(1 << 20).fill(n)); }, 1);",
            ["--max-memory", "600M"]),
        hostile("changes its title", "setInterval(() => document.title = '\\n\\x1b[31m' + Math.random(), 1);"),
        hostile(
            "writes to the console",
            "setInterval(() => { for (let n = 0; n < 200; n++) console.log('x'.repeat(1000)); }, 1);"),
        hostile(
            "goes full screen", "setInterval(() => document.documentElement.requestFullscreen().catch(() => {}), 10);"),
        hostile(
            "asks for permissions",
            "navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission();"),
        hostile(
            "plays sound",
            "const c = new AudioContext(); for (let n = 0; n < 100; n++) { const o = c.createOscillator(); o.connect(c.destination); o.start(); }"
        ),
        hostile(
            "replaces the document",
            "setInterval(() => { document.open(); document.write('<p>gone'); document.close(); }, 5);"),
        hostile("removes everything", "document.documentElement.remove();"),
        hostile("takes the message handler away", "delete window.webkit; window.webkit = null; Object.freeze(window);"),
        hostile("waits for time", "const t = performance.now(); while (performance.now() < t + 2000);"),
        hostile("scrolls for ever", "document.body.style.height = '1e6px'; setInterval(() => scrollBy(0, 5000), 1);"),
        hostile("throws for ever", "setInterval(() => { throw new Error('x'.repeat(1000)); }, 1);"),
        hostile(
            "asks the network in a storm",
            "setInterval(() => { for (let n = 0; n < 20; n++) fetch('http://127.0.0.1:1/' + n).catch(() => {}); }, 5);"),
        hostile(
            "posts messages to itself",
            "onmessage = () => { postMessage(1, '*'); postMessage(1, '*'); }; postMessage(1, '*');"),
    ]
}
