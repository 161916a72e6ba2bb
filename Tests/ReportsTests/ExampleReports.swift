import Foundation
import Reports

/// Runs as a recorder reports them, for the tests here and for those in browsers (`make report-test`).
enum ExampleReports {
    /// Text that would be markup, a script, an end of the data or a comment, and what turns text around.
    static let hostile =
        "</script><script>window.taken = 1</script><!-- <script> -->\u{2028}\u{2029}<img src=x onerror=\"taken = 1\">"
        + "&lt;\u{202e}desrever\u{0}\u{1b}[31m \u{feff}]]> ' \" \\ ${taken} 年报"

    /// A picture that says its time.
    static func picture(at time: Double, media: Double?, caption: String? = nil) -> RunReport.Picture {
        let hue = Int(time * 60) % 360
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" \
            fill="hsl(\(hue),45%,80%)"/><text x="20" y="100" font-family="sans-serif" \
            font-size="40">\(time) s</text></svg>
            """
        return RunReport.Picture(
            pageTime: time, time: media,
            data: "data:image/svg+xml;base64,\(Data(drawing.utf8).base64EncodedString())", width: 320, height: 180,
            caption: caption)
    }

    /// A recording of 90 frames with a pause, which is beside the page as `recording.mp4`.
    static func recording(file: String = "recording.mp4", type: String = "video/mp4") -> RunReport {
        var run = RunReport(
            .recording, title: "Annual report", page: "https://example.com/reports/2026?view=print",
            date: "2026-12-01T18:44:41+01:00", isSuccess: true,
            ending: "The page sent its stop signal after 3.500 s.", end: 4.25,
            command: "pagereel record 'https://example.com/reports/2026?view=print' --size 320x180 --fps 30")
        var media = RunReport.Media(file: file, type: type, duration: 3)
        (media.width, media.height, media.frames, media.frameRate) = (320, 180, 90, [30, 1])
        run.media = media
        run.stretches = [
            RunReport.Stretch(pageTime: 0.5, time: 0, duration: 1),
            RunReport.Stretch(pageTime: 2, time: 1, duration: 2),
        ]
        run.pictures = [
            picture(at: 0, media: nil), picture(at: 0.5, media: 0), picture(at: 1.25, media: 0.75),
            picture(at: 2, media: 1), picture(at: 3, media: 2),
        ]
        run.moments = [
            RunReport.Moment(.signal, at: 0.5, "start"),
            RunReport.Moment(.mark, at: 0.8, "Totals"),
            RunReport.Moment(.caption, at: 1, for: 1.4, "Revenue grew in every region"),
            RunReport.Moment(.step, at: 1.2, "click '#details'"),
            RunReport.Moment(.console, at: 1.3, "chart drawn in 12 ms", detail: "app.js:120"),
            RunReport.Moment(.signal, at: 1.5, "pause"),
            RunReport.Moment(.console, at: 1.7, "loading more"),
            RunReport.Moment(.signal, at: 2, "resume"),
            RunReport.Moment(
                .error, at: 2.6, "TypeError: null is not an object (evaluating 'total.value')",
                detail: "update@https://example.com/app.js:88:14\ntick@https://example.com/app.js:40:3",
                isProblem: true),
            RunReport.Moment(.signal, at: 4, "stop"),
            RunReport.Moment(.warning, at: nil, "The font 'Inter' was not found.", isProblem: true),
        ]
        run.requests = requests(8)
        run.holds = [
            RunReport.Hold(pageTime: -0.02, duration: 0.35, reason: "the page had not painted yet"),
            RunReport.Hold(pageTime: 0.5, duration: 1.2, reason: "2 requests had no answer yet"),
        ]
        run.longFrames = [
            RunReport.LongFrame(pageTime: 1.2, duration: 0.182), RunReport.LongFrame(pageTime: 2.6, duration: 0.0934),
        ]
        run.facts = [
            RunReport.Facts(title: "Engine", rows: [["WebKitGTK", "2.50.6"], ["Rendering", "painted"]]),
            RunReport.Facts(
                title: "Settings", rows: [["Size", "320x180"], ["Frame rate", "30 fps"], ["Clock", "virtual"]]),
        ]
        run.omissions = ["The contents of requests and answers are not in the report."]
        return run
    }

    /// Requests of which one fails, one is not found and one has no end.
    static func requests(_ count: Int) -> [RunReport.Request] {
        (0..<count).map { index in
            let step = 4.2 / Double(count)
            var request = RunReport.Request(
                method: index == 3 ? "POST" : "GET",
                address: "https://example.com/assets/part-\(index).js?v=\(index * 7)",
                pageTime: index == 0 ? -0.05 : Double(index) * step, realTime: Double(index) * step * 1.5)
            guard index != 5 else { return request }
            request.pageEnd = request.pageTime + (index % 2 == 0 ? 0 : 0.12)
            (request.wait, request.duration) = (0.08, 0.08 + Double(index % 7) * 0.04)
            guard index != 2 else {
                (request.wait, request.failure) = (nil, "The host was not found.")
                return request
            }
            (request.status, request.type) = (index == 4 ? 404 : 200, "text/javascript")
            request.bytes = index * 12_345
            return request
        }
    }

    /// A check's case: pictures of its moments, and no media.
    static func check(_ number: Int, isSuccess: Bool) -> RunReport {
        var run = RunReport(
            .check, title: "Case \(number): the form accepts an order", page: "https://example.com/form?case=\(number)",
            date: "2026-12-01T18:50:00Z", isSuccess: isSuccess,
            ending: isSuccess ? "All steps were done." : "Nothing in the page matches #confirm.", end: 2,
            command: "pagereel check 'https://example.com/form?case=\(number)' --do steps.yaml")
        run.expectations = [
            RunReport.Expected(text: "no page errors", isMet: true, result: "there were none"),
            RunReport.Expected(text: "signals: 2", isMet: isSuccess, result: isSuccess ? "2 were sent" : "1 was sent"),
        ]
        run.pictures = [picture(at: 0.4, media: nil), picture(at: 1.5, media: nil, caption: "The step that failed")]
        run.moments = [
            RunReport.Moment(.step, at: 0.4, "type 'Ada' into '#name'"),
            RunReport.Moment(.signal, at: 0.9, "mark"),
            RunReport.Moment(
                .step, at: 1.5, "click '#confirm'", detail: isSuccess ? nil : "Nothing in the page matches #confirm.",
                isProblem: !isSuccess),
        ]
        return run
    }

    /// A run with hostile text wherever text is, and long words and lines.
    static func hostileRun() -> RunReport {
        var run = RunReport(
            .recording, title: hostile, page: "javascript:taken=1//\(hostile)", date: hostile, isSuccess: false,
            ending: hostile, end: 2, command: "pagereel record '\(hostile)'")
        run.media = RunReport.Media(file: "none \(hostile).mp4", type: hostile, duration: 1)
        run.media?.width = 320
        run.media?.height = 180
        run.media?.frames = 30
        run.media?.frameRate = [30, 1]
        run.expectations = [RunReport.Expected(text: hostile, isMet: false, result: hostile)]
        run.stretches = [RunReport.Stretch(pageTime: 0, time: 0, duration: 1)]
        run.pictures = [picture(at: 0.5, media: nil, caption: hostile)]
        run.moments = [
            RunReport.Moment(.console, at: 0.1, hostile, detail: hostile),
            RunReport.Moment(.console, at: 0.2, String(repeating: "Wort", count: 5000)),
            RunReport.Moment(
                .console, at: 0.3, "A long line", detail: String(repeating: "0123456789abcdef", count: 65536)),
            RunReport.Moment(.mark, at: 0.4, "\u{202e}\(String(repeating: "e\u{301}", count: 400))"),
        ]
        var request = RunReport.Request(method: hostile, address: hostile, pageTime: 0.1, realTime: 0)
        (request.failure, request.type) = (hostile, hostile)
        run.requests = [
            request, RunReport.Request(method: "GET", address: "data:text/html,x", pageTime: 0.2, realTime: 1),
        ]
        run.holds = [RunReport.Hold(pageTime: 0.1, duration: 0.2, reason: hostile)]
        run.facts = [RunReport.Facts(title: hostile, rows: [[hostile, hostile]])]
        run.omissions = [hostile]
        return run
    }

    /// A run with that many moments and requests.
    static func large(_ count: Int) -> RunReport {
        var run = recording()
        run.end = 4.25
        run.moments = (0..<count).map { index in
            RunReport.Moment(
                [.console, .mark, .step, .signal][index % 4], at: Double(index) * 4 / Double(count), "Moment \(index)",
                isProblem: index % 500 == 499)
        }
        run.requests = requests(count)
        return run
    }
}
