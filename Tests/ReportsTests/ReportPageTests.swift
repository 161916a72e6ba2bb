import Foundation
import Reports
import TestSupport
import Testing

@Suite("The report's page")
struct ReportPageTests {
    private func html(_ runs: [RunReport], title: String = "All cases") throws -> String {
        try ReportPage(of: runs, title: title, software: "pagereel 1.2.3").html
    }

    /// What Python's parser of HTML and its reader of JSON find in a page.
    private func read(_ page: String) async throws -> [String: String] {
        let folder = try TemporaryFolder()
        let script = """
            import html.parser, json, sys
            class Reader(html.parser.HTMLParser):
                names, texts, links, open = [], {}, [], None
                def handle_starttag(self, name, attributes):
                    attributes = dict(attributes)
                    self.names.append(name)
                    self.open = attributes.get("id") or name
                    self.links += [attributes[key] for key in ("href", "src") if key in attributes]
                    assert not [key for key in attributes if key.startswith("on") or key == "style"], attributes
                def handle_endtag(self, name):
                    self.open = None
                def handle_data(self, text):
                    self.texts[self.open] = self.texts.get(self.open, "") + text
                def handle_comment(self, text):
                    raise ValueError("a comment: " + text)
            reader = Reader()
            reader.feed(open(sys.argv[1], encoding="utf-8", newline="").read())
            reader.close()
            data = json.loads(reader.texts["data"])
            print(json.dumps({
                "scripts": str(reader.names.count("script")), "images": str(reader.names.count("img")),
                "links": " ".join(reader.links), "data": json.dumps(data), "title": reader.texts["title"],
            }))
            """
        let path = try folder.write("index.html", page)
        let output = try await Tool.run("python3", ["-c", script, path])
        return try JSONDecoder().decode([String: String].self, from: Data(output))
    }

    @Test("Another parser of HTML and JSON reads the same runs, with hostile text in every place")
    func data() async throws {
        let runs = [ExampleReports.hostileRun(), ExampleReports.recording(), ExampleReports.check(1, isSuccess: false)]
        let read = try await read(html(runs, title: ExampleReports.hostile))
        struct Contents: Decodable {
            let title: String
            let runs: [RunReport]
        }
        let contents = try JSONDecoder().decode(Contents.self, from: Data(try #require(read["data"]).utf8))
        #expect(contents.title == ExampleReports.hostile)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try encoder.encode(contents.runs) == encoder.encode(runs))
        // The data and the page's own script, and no picture: all that the texts have is text.
        #expect(read["scripts"] == "2" && read["images"] == "0")
    }

    @Test("Only the page and the media are linked, and no other host")
    func links() async throws {
        let read = try await read(html([ExampleReports.recording(file: "a b#.mp4")]))
        #expect(read["links"] == "https://example.com/reports/2026?view=print a%20b%23.mp4")
        #expect(read["title"] == "Annual report")
        let hostile = try await self.read(html([ExampleReports.hostileRun()]))
        let links = try #require(hostile["links"])
        #expect(links.hasPrefix("none%20") && !links.contains("javascript"), "\(links)")
    }

    @Test("Without a script, the page says the essentials")
    func plain() throws {
        let page = try html([ExampleReports.recording(), ExampleReports.check(2, isSuccess: false)])
        let plain = try #require(page.split(separator: "<script").first)
        for words in [
            "<title>All cases</title>", "✓ Annual report", "The page sent its stop signal after 3.500 s.",
            "✕ Failed: Case 2: the form accepts an order", "✕ not met: signals: 2: 1 was sent",
            "✓ met: no page errors", "<td>2.600 s</td><td>✕ error</td><td>TypeError: null is not an object",
            "<td>–</td><td>✕ warning</td>", "update@https://example.com/app.js:88:14\ntick@",
            "<th scope=\"row\">WebKitGTK</th><td>2.50.6</td>", "--size 320x180 --fps 30</pre>",
            "The contents of requests and answers are not in the report.", "<footer>pagereel 1.2.3</footer>",
        ] {
            #expect(plain.contains(words), "\(words) is not in\n\(plain)")
        }
    }

    @Test("Long lists are cut in the part without a script, and whole in the data")
    func lengths() async throws {
        let page = try html([ExampleReports.large(1000)])
        #expect(page.contains("And 700 more moments."))
        #expect(page.matches(of: /<tr><td>/).count == 300)
        #expect(page.matches(of: /"text":"Moment [0-9]+"/).count == 1000)
    }

    @Test("A time that is not a number is an error")
    func notANumber() {
        var run = ExampleReports.recording()
        run.end = .nan
        #expect(throws: EncodingError.self) { try html([run]) }
    }

    /// `make report-test` opens these pages in browsers.
    @Test(
        "The pages for browsers are written",
        .enabled(if: ProcessInfo.processInfo.environment["PAGEREEL_WRITE_REPORTS"] != nil, "make report-test"))
    func pages() throws {
        let folder = URL(
            fileURLWithPath: try #require(ProcessInfo.processInfo.environment["PAGEREEL_WRITE_REPORTS"]))
        var silent = ExampleReports.recording()
        (silent.media, silent.stretches) = (nil, [])
        let cases = (1...40).map { ExampleReports.check($0, isSuccess: $0 % 9 != 2) }
        let pages = [
            "one": [ExampleReports.recording()], "many": cases, "large": [ExampleReports.large(2000)],
            "hostile": [ExampleReports.hostileRun(), ExampleReports.recording()], "silent": [silent],
            "missing": [ExampleReports.recording(file: "not-there.mp4")],
            "unknown": [ExampleReports.recording(file: "recording.mov", type: "video/quicktime")],
            "animation": [ExampleReports.recording(file: "recording.gif", type: "image/gif")],
        ]
        for (name, runs) in pages {
            try html(runs).write(to: folder.appending(path: "\(name).html"), atomically: true, encoding: .utf8)
        }
    }
}
