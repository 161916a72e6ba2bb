import EngineLink
import Frames
import Notation
import RecordingLibrary

/// The steps of a recording with their pictures, as `storyboard.json` lists them and `index.html` shows them.
struct StoryboardPage: Encodable {
    /// A step with its picture.
    struct Entry: Encodable {
        /// The step in the words of a file of steps, without a typed text, which may be a password.
        let step: String
        /// What is said of it: the text of a step `caption` that is shown, or the step in plain English.
        let caption: String
        /// When the page had the picture, in seconds since it began to arrive.
        let time: Double
        /// `done` or `failed`.
        let status: String
        /// Why the step failed; left out if it was done.
        let reason: String?
        let file: String
        /// The picture's size in CSS pixels.
        let width: Double
        let height: Double

        /// Describes a step.
        init(_ picture: StepPicture, file: String, size: (width: Double, height: Double)) {
            step = ShownAddress.hidingSecrets(in: picture.outcome.step.action.title)
            // A caption is one of many lines in the video, and one here.
            caption =
                picture.caption.map { ForeignText.line($0) }
                ?? ShownAddress.hidingSecrets(in: picture.outcome.step.action.caption)
            time = picture.pageTime.inRoundedSeconds
            status = picture.outcome.status.rawValue
            reason = picture.outcome.reason
            self.file = file
            (width, height) = size
        }
    }

    let title: String
    let address: String
    let entries: [Entry]

    private enum CodingKeys: String, CodingKey {
        case title
        case address = "page"
        case entries = "steps"
    }

    /// The page; it needs no other files than the pictures.
    var html: String {
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>
            \(HTML(markup: Self.style))
            </style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            <ol>
            \(groups.map(item))</ol>
            </main>
            </body>
            </html>

            """
        return page.markup
    }

    private static let policy =
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        + "img-src 'self' file:; style-src 'unsafe-inline'"

    /// Steps that share a picture.
    private var groups: [[Entry]] {
        entries.reduce(into: []) { groups, entry in
            if groups.last?.last?.file == entry.file {
                groups[groups.count - 1].append(entry)
            } else {
                groups.append([entry])
            }
        }
    }

    private func item(_ group: [Entry]) -> HTML {
        guard let first = group.first else { return "" }
        // A caption that is shown for several steps is said once.
        var captions: [Entry] = []
        for entry in group where entry.reason != nil || captions.last?.caption != entry.caption {
            captions.append(entry)
        }
        let alternative = captions.map(\.caption).joined(separator: ". ")
        let kind: HTML = group.contains { $0.reason != nil } ? " class=\"missed\"" : ""
        return """
            <li\(kind)>
            <figure>
            <figcaption>
            \(captions.map(Self.line))</figcaption>
            <a href="\(first.file)"><img src="\(first.file)" alt="The page after: \(alternative)" \
            width="\(Self.pixels(first.width))" height="\(Self.pixels(first.height))" loading="lazy"></a>
            </figure>
            </li>

            """
    }

    private static func line(_ entry: Entry) -> HTML {
        guard let reason = entry.reason else { return "<p>\(entry.caption)</p>\n" }
        return "<p>\(entry.caption)</p>\n<p class=\"failed\">Failed: \(reason)</p>\n"
    }

    private static func pixels(_ length: Double) -> String { String(Int(length.rounded())) }

    private static let style = """
        :root { --text: #1b1f24; --page: #fff; --line: #d0d7de; --number: #57606a; --failed: #b3261e }
        @media (prefers-color-scheme: dark) {
          :root { --text: #e6edf3; --page: #0d1117; --line: #3d444d; --number: #9198a1; --failed: #ff8a80 }
        }
        body { margin: 0; background: var(--page); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif }
        main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
        h1 { font-size: 1.75rem; line-height: 1.25; overflow-wrap: anywhere }
        ol { list-style: none; margin: 0; padding: 0; counter-reset: picture }
        li { counter-increment: picture; margin: 2.5rem 0 0 }
        figure { margin: 0 }
        figcaption { position: relative; padding-left: 2.5rem; margin-bottom: .75rem; overflow-wrap: anywhere }
        figcaption::before { content: counter(picture) "."; position: absolute; left: 0; color: var(--number) }
        figcaption p { margin: 0 }
        .failed { color: var(--failed) }
        img { display: block; max-width: 100%; height: auto; box-sizing: border-box; border: 1px solid var(--line);
          border-radius: 6px }
        .missed img { border: 3px solid var(--failed) }
        """
}
