import Composition
import Decoder
import Files
import Foundation
import Frames
import Notation
import Timeline

/// The pictures of `pagereel images`: those of the command line, or of a list with one picture per line.
///
/// ```
/// first.png 2s
/// second.png
/// ```
struct SlideList {
    /// A picture.
    struct Slide: Equatable {
        let path: String
        /// How long it is shown; `nil` for the default.
        var duration: Duration?
        /// The line that lists it.
        var line: Int?
    }

    /// The pictures, in order; at least one.
    let slides: [Slide]
    /// The list, for messages; `nil` for pictures of the command line.
    private(set) var file: YAMLFile?

    /// Creates the list of a command line.
    init(pictures: [String]) { slides = pictures.map { Slide(path: $0) } }

    /// Reads a list; `-` stands for standard input.
    ///
    /// - Throws: ``FileError`` for an unreadable file, ``YAMLError`` for an invalid one.
    init(path: String) throws {
        guard path == "-" else {
            let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) }
            try self.init(YAMLFile(path: path, as: "list"), folder: folder)
            return
        }
        guard let text = String(data: FileHandle.standardInput.readDataToEndOfFile(), encoding: .utf8) else {
            throw FileError(.unreadableInput, "The list on standard input is not UTF-8 text.")
        }
        try self.init(YAMLFile(path: "standard input", text: text), folder: nil)
    }

    /// Reads a list.
    ///
    /// - Parameter folder: The folder that relative paths start from, with a final slash (default: the working folder).
    init(_ file: YAMLFile, folder: String?) throws {
        self.file = file
        let lines = file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { (number: $0 + 1, text: $1.trimmingCharacters(in: .whitespaces)) }
            .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
        guard let first = lines.first else { throw file.error(at: 1, "The list has no pictures.") }
        // No picture's name is likely to begin like this.
        guard !["- ", "[", "---"].contains(where: first.text.hasPrefix) else {
            throw file.error(
                at: first.number,
                "The list is YAML. Write one picture per line, like 'first.png 2s', or a timeline for pagereel compose."
            )
        }
        slides = try lines.map { number, line in
            var (path, duration): (String, Duration?) = (line, nil)
            if let space = line.lastIndex(where: \.isWhitespace),
                let time = Duration(text: String(line[line.index(after: space)...]))
            {
                guard time > .zero else { throw file.error(at: number, "Write \(Form.positiveTime).") }
                (path, duration) = (line[..<space].trimmingCharacters(in: .whitespaces), time)
            }
            return Slide(path: path.hasPrefix("/") ? path : (folder ?? "") + path, duration: duration, line: number)
        }
    }
}

extension ImagesCommand {
    /// The pictures to show.
    ///
    /// - Throws: ``FileError`` and ``YAMLError`` for a list that cannot be read.
    func slideList() throws -> SlideList {
        try files.list.map { try SlideList(path: $0) } ?? SlideList(pictures: pictures)
    }

    /// Describes pictures as a timeline.
    ///
    /// - Throws: ``FileError`` if the first picture, whose size is the video's, cannot be read, or for a contradiction.
    func timeline(of list: SlideList) throws -> Timeline {
        let transition = try slides.transition.map(slideTransition).flatMap { transition in
            let overlap = transition.length.frames(at: video.fps ?? .thirty)
            return overlap == 0
                ? nil : TrackTransition(transition.kind, direction: transition.direction, length: .frames(overlap))
        }
        guard transition == nil || transition?.kind == .fade || !video.transparent else {
            throw FileError(
                .invalidSettings,
                "this transition does not work on a transparent canvas. Use --transition fade or cut.")
        }
        var timeline = Timeline(frameRate: video.fps ?? .thirty)
        timeline.file = list.file
        timeline.background = slides.background ?? (video.transparent ? .transparent : .black)
        timeline.isTransparent = video.transparent
        timeline.defaults.still = .seconds(SlideArguments.usualTime)
        if let first = list.slides.first {
            timeline.size =
                try slides.size ?? timeline.located(at: first.line) { try PictureReader(first.path).size }
        }
        let sides = SlideArguments.sideRange
        guard sides.contains(timeline.size.width), sides.contains(timeline.size.height) else {
            throw FileError(
                .invalidSettings,
                "the video's size would be \(timeline.size) pixels; each side is at most \(sides.upperBound). Set a "
                    + "smaller size with --size.")
        }
        timeline.clips = list.slides.map { slide in
            let duration = slide.duration ?? slides.each
            var item = TrackItem(.animation(path: slide.path), duration: duration.map { .seconds($0) })
            item.name = slide.path
            item.stated = Stated(line: slide.line)
            item.layout.fit = slides.fit
            item.transition = transition
            return item
        }
        timeline.clips[timeline.clips.count - 1].transition = nil
        return timeline
    }
}
