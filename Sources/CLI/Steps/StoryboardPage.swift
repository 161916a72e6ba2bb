import EngineLink
import Frames
import HTMLPages
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
        let content: HTML = """
            <main>
            <h1>\(title)</h1>
            <ol>
            \(groups.map(item))</ol>
            </main>

            """
        return HTMLDocument(title: title, style: Array(Self.style.utf8), content: content).markup
    }

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
        return "<p>\(entry.caption)</p>\n<p class=\"wrong\">Failed: \(reason)</p>\n"
    }

    private static func pixels(_ length: Double) -> String { String(Int(length.rounded())) }

    private static let style = """
        body { font-size: 17px; line-height: 1.5 }
        main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
        h1 { font-size: 1.75rem; line-height: 1.25 }
        ol { list-style: none; margin: 0; padding: 0; counter-reset: picture }
        li { counter-increment: picture; margin: 2.5rem 0 0 }
        figure { margin: 0 }
        figcaption { position: relative; padding-left: 2.5rem; margin-bottom: .75rem; overflow-wrap: anywhere }
        figcaption::before { content: counter(picture) "."; position: absolute; left: 0; color: var(--faint) }
        figcaption p { margin: 0 }
        img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px }
        .missed img { border: 3px solid var(--wrong) }

        """
}
