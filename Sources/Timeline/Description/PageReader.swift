import Files
import Foundation
import Frames
import Notation
import Yams

/// Reads web pages that are used as clips.
struct PageReader {
    private let reader: DescriptionReader
    private let size: PixelSize

    /// The range of a viewport's width and height, in CSS pixels.
    private static let sides = 16...4096

    /// Prepares to read.
    ///
    /// - Parameter canvas: The viewport size for pages that do not set one.
    init(_ reader: DescriptionReader, canvas: PixelSize) {
        self.reader = reader
        size = PixelSize(
            width: min(canvas.width, Self.sides.upperBound), height: min(canvas.height, Self.sides.upperBound))
    }

    /// The event at which a page's clip begins.
    private enum Start: String, CaseIterable { case load, signal }

    /// The options of `record` that also have dedicated keys.
    private static let named = ["date", "seed", "timezone"]

    /// Reads an address, or a mapping with an address and display settings.
    func page(_ outer: Fields) throws -> PageClip {
        let known = ["src", "size", "scale", "transparent", "start", "options"] + Self.named
        guard let fields = try outer.mapping("page", known: known, of: "a page", orValue: true) else {
            return PageClip(address: try address(outer, "page"), size: size)
        }
        var page = PageClip(address: try address(fields, "src"), size: size)
        if let size = try fields.value("size", .size(sides: Self.sides)) { page.size = size }
        page.scale = try fields.value("scale", .deviceScale) ?? .one
        page.isTransparent = try fields.bool("transparent") ?? false
        page.waitsForStart = try fields.choice("start", Start.self) == .signal
        var options = Self.named.compactMap { key in fields[key].map { (key, fields.line(of: key), $0) } }
        if let others = fields["options"] {
            options += try reader.file.entries(of: others, "Write options like {dark: true}.")
        }
        page.options = try options.flatMap { name, line, value in
            try reader.pageOptions(reader.file, reader.folder, name, value, line)
        }
        return page
    }

    /// Resolves a path against the folder; other addresses are returned unchanged.
    private func address(_ fields: Fields, _ key: String) throws -> String {
        guard let text = try fields.text(key), !text.isEmpty else {
            throw fields.error(key, "The page has no address. Write \(key): and its address or file.")
        }
        guard !text.contains("://") else { return text }
        // The query and the fragment are not part of the file name.
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let path = reader.path(String(text[..<end]))
        guard FileManager.default.fileExists(atPath: path) else {
            let message = "The page \(text) was not found: \(path) does not exist."
            throw reader.file.error(
                at: fields.line(of: key), message, cause: FileError(.unreadableInput, message))
        }
        return path + text[end...]
    }
}
