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
    /// What a line names, and how it is shown.
    struct Slide {
        /// The name of a picture, of a folder or of several pictures.
        var name: String
        /// How long each picture is shown; `nil` for the default.
        var time: TimelineTime?
        /// The line that lists it.
        var mark: YAMLFile.Mark?
        /// Pictures that are shown for a frame each; `nil` for a picture.
        var sequence: PictureSequence?
    }

    /// The pictures, in order; at least one.
    private(set) var slides: [Slide]
    /// The list, for messages; `nil` for pictures of the command line.
    private(set) var file: YAMLFile?
    /// Warnings about files that were left out, for the user, as sentences.
    private(set) var warnings: [String] = []

    /// The number of pictures.
    var count: Int { slides.reduce(0) { $0 + ($1.sequence?.paths.count ?? 1) } }

    /// Creates the list of a command line.
    init(pictures: [String]) { slides = pictures.map { Slide(name: $0) } }

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
        guard let first = lines.first else { throw file.error(at: .line(1), "The list has no pictures.") }
        if ConcatList.isList(file.text), FileIdentity(of: (folder ?? "") + first.text) == nil {
            slides = try ConcatList(file, folder: folder ?? "").entries.map {
                Slide(name: $0.path, time: $0.time.map { .seconds($0) }, mark: .line($0.line))
            }
            return
        }
        // No picture's name is likely to begin like this.
        guard !["- ", "[", "---"].contains(where: first.text.hasPrefix) else {
            throw file.error(
                at: .line(first.number),
                "The list is YAML. Write one picture per line, like 'first.png 2s', or a timeline for pagereel compose."
            )
        }
        slides = try lines.map { number, line in
            var (path, time): (String, TimelineTime?) = (line, nil)
            if let space = line.lastIndex(where: \.isWhitespace) {
                let last = String(line[line.index(after: space)...])
                if let stated = TimelineTime(last) ?? Duration(text: last).map({ .seconds($0) }) {
                    guard stated.isPositive else {
                        throw file.error(at: .line(number), "Write \(Form.positiveTimelineTime).")
                    }
                    (path, time) = (line[..<space].trimmingCharacters(in: .whitespaces), stated)
                }
            }
            return Slide(name: path.hasPrefix("/") ? path : (folder ?? "") + path, time: time, mark: .line(number))
        }
    }

    /// Replaces names that stand for several pictures with these.
    ///
    /// Numbered pictures and those of a pipe are shown for a frame each if no time is given.
    ///
    /// - Parameters:
    ///   - each: How long each picture is shown; `nil` for the default.
    ///   - frameRate: Frames per second.
    ///   - pipe: Returns the pictures of standard input.
    /// - Throws: ``FileError`` or ``YAMLError``.
    mutating func expand(each: TimelineTime?, at frameRate: FrameRate, pipe: () throws -> PipedPictures) throws {
        slides = try slides.flatMap { slide -> [Slide] in
            do {
                return try expanded(slide, each: each, at: frameRate, pipe: pipe)
            } catch let error as FileError {
                throw file.map { $0.error(at: slide.mark, error.description, cause: error) } ?? error
            }
        }
    }

    private mutating func expanded(
        _ slide: Slide, each: TimelineTime?, at frameRate: FrameRate, pipe: () throws -> PipedPictures
    ) throws -> [Slide] {
        if file == nil, FileIdentity(of: slide.name) != nil, !slide.name.isFolder,
            let list = try ConcatList(ifAt: slide.name)
        {
            throw FileError(
                .unreadableInput,
                "'\(slide.name)' is a list of \(quantity(list.entries.count, "picture")). Pass it with --list.")
        }
        let files =
            slide.name == "-" && file == nil
            ? PictureNames(try pipe()) : try PictureNames(slide.name)
        warnings += files.warnings
        switch files.kind {
        case .file: return [slide]
        case .numbered where slide.time == nil && each == nil, .pipe where each == nil:
            var slide = slide
            slide.sequence = try PictureSequence(files, named: slide.name, at: frameRate)
            return [slide]
        case .numbered, .pattern, .folder, .pipe:
            return files.paths.compactMap(\.self).map { Slide(name: $0, time: slide.time, mark: slide.mark) }
        }
    }
}

extension ImagesCommand {
    /// The pictures to show.
    ///
    /// - Throws: ``FileError`` and ``YAMLError`` for a list that cannot be read.
    func slideList() throws -> SlideList {
        var list = try files.list.map { try SlideList(path: $0) } ?? SlideList(pictures: pictures)
        try list.expand(each: slides.each, at: frameRate, pipe: StandardInput.pictures)
        return list
    }

    /// Describes pictures as a timeline.
    ///
    /// - Throws: ``FileError`` if the first picture, whose size is the video's, cannot be read, or for a contradiction.
    func timeline(of list: SlideList) throws -> Timeline {
        let transition = try slides.transition.map(slideTransition).flatMap { transition in
            let overlap = transition.length.frames(at: frameRate)
            return overlap == 0
                ? nil : TrackTransition(transition.kind, direction: transition.direction, length: .frames(overlap))
        }
        guard transition == nil || transition?.kind == .fade || !video.transparent else {
            throw FileError(
                .invalidSettings,
                "this transition does not work on a transparent canvas. Use --transition fade or cut.")
        }
        var timeline = Timeline(frameRate: frameRate)
        timeline.file = list.file
        timeline.background = slides.background ?? (video.transparent ? .transparent : .black)
        timeline.isTransparent = video.transparent
        timeline.defaults.still = .seconds(SlideArguments.usualTime)
        if let first = list.slides.first {
            timeline.size =
                try slides.size ?? first.sequence?.size
                ?? timeline.located(at: first.mark) { try PictureReader(first.name).size }
        }
        let sides = SlideArguments.sideRange
        guard sides.contains(timeline.size.width), sides.contains(timeline.size.height) else {
            throw FileError(
                .invalidSettings,
                "the video's size would be \(timeline.size) pixels; each side is at most \(sides.upperBound). Set a "
                    + "smaller size with --size.")
        }
        timeline.clips = list.slides.map { slide in
            let source = slide.sequence.map { Resource.sequence($0) } ?? .animation(path: slide.name)
            var item = TrackItem(source, duration: slide.sequence == nil ? slide.time ?? slides.each : nil)
            item.name = slide.name
            item.stated = Stated(mark: slide.mark)
            item.layout.fit = slides.fit
            item.transition = transition
            return item
        }
        timeline.clips[timeline.clips.count - 1].transition = nil
        return timeline
    }
}
