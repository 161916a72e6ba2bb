import Composition
import Foundation
import Frames
package import Notation
package import Yams

/// Reads a timeline's description from YAML, of which JSON is a subset.
///
/// ``TimelineResolver`` checks what depends on the contents of source files.
package struct DescriptionReader {
    /// Turns an option of a page into arguments of `pagereel record`.
    ///
    /// The names of files are relative to the folder.
    package typealias PageOptions = (
        _ file: YAMLFile, _ folder: String, _ name: String, _ value: Node, _ line: Int?
    ) throws -> [String]

    /// The file that is read.
    let file: YAMLFile
    /// The folder that file names are relative to.
    let folder: String
    /// Reads the options of pages.
    let pageOptions: PageOptions

    /// The supported version of the description format.
    package static let version = 1
    /// The keys of a timeline.
    static let keys = ["version", "canvas", "defaults", "video", "overlays", "audio", "effects", "outputs"]

    /// Prepares to read a file.
    ///
    /// - Parameters:
    ///   - folder: The folder that file names are relative to (default: the file's own).
    ///   - pageOptions: Reads options of pages.
    package init(_ file: YAMLFile, folder: String? = nil, pageOptions: @escaping PageOptions) {
        self.file = file
        self.folder = folder ?? URL(fileURLWithPath: file.path).deletingLastPathComponent().path
        self.pageOptions = pageOptions
    }

    /// Reads the whole description.
    ///
    /// - Throws: `YAMLError`.
    package func read() throws -> TimelineDescription {
        guard let root = try file.root() else {
            throw file.error(at: 1, "The file is empty. Write video: and a list of clips.")
        }
        return try read(root)
    }

    /// Reads a description from the root node of a file.
    package func read(_ root: Node) throws -> TimelineDescription {
        let fields = try Fields(
            root, in: file, known: Self.keys, of: "a timeline")
        if let version = try fields.text("version"), version != "\(Self.version)" {
            throw fields.error(
                "version", "Version \(version) of descriptions is not supported. Use version \(Self.version).")
        }
        var description = TimelineDescription(file: file, folder: folder)
        description.root = root
        if let canvas = fields["canvas"] { try readCanvas(canvas, into: &description) }
        if let defaults = fields["defaults"] { description.defaults = try readDefaults(defaults, fields) }
        let clips = ClipReader(self, of: description)
        description.clips = try (fields.list("video") ?? []).map(clips.clip)
        guard !description.clips.isEmpty else {
            throw fields.error("video", "The timeline has no clips. Write video: and a list like [{src: film.mp4}].")
        }
        description.overlays = try (fields.list("overlays") ?? []).map(clips.overlay)
        description.sounds = try (fields.list("audio") ?? []).map(
            SoundDescriptionReader(reader: self, rate: description.frameRate).sound)
        description.effects = try effects(fields)
        description.outputs = try outputs(fields.list("outputs") ?? [])
        return description
    }

    /// Reads outputs, each of them a mapping.
    package func outputs(_ nodes: [Node]) throws -> [OutputDescription] {
        try nodes.map(OutputReader(reader: self).output)
    }

    private func readCanvas(_ node: Node, into description: inout TimelineDescription) throws {
        let fields = try Fields(node, in: file, known: ["width", "height", "fps", "background"], of: "the canvas")
        let sides = 16...8192
        let width = try fields.value("width", .wholeNumber(in: sides)) ?? description.size.width
        let height = try fields.value("height", .wholeNumber(in: sides)) ?? description.size.height
        for (name, side) in [("width", width), ("height", height)] where side % 2 != 0 {
            throw fields.error(
                name, "The canvas's \(name) is \(side), but video needs an even number. Use \(side - 1) or \(side + 1)."
            )
        }
        description.size = PixelSize(width: width, height: height)
        if let rate = try fields.value("fps", .frameRate) { description.frameRate = rate }
        guard let background = try fields.color("background") else { return }
        guard background.alpha == 255 else {
            throw fields.error(
                "background", "The canvas's background must be opaque. Remove the color's last two digits.")
        }
        description.background = background
    }

    private func readDefaults(_ node: Node, _ outer: Fields) throws -> ClipDefaults {
        let fields = try Fields(node, in: file, known: ["fit", "still", "transition"], of: "the defaults")
        var defaults = ClipDefaults()
        if let fit = try fields.choice("fit", Fit.self) { defaults.fit = fit }
        if let still = try fields.length("still") { defaults.still = still.value }
        if let transition = fields["transition"] {
            defaults.transition = try TransitionReader(file: file, fallback: TransitionDescription(kind: .fade))
                .transition(transition, key: "transition", in: fields)
        }
        return defaults
    }

    // MARK: Shared values

    /// The list of effects, each with a name and an amount.
    func effects(_ fields: Fields) throws -> [Effect] {
        let names = ["brightness", "contrast", "saturation", "blur", "vignette", "tint"]
        return try (fields.list("effects") ?? []).map { node in
            let effect = try Fields(node, in: file, known: names, of: "an effect")
            guard let name = effect.keys.first, effect.keys.count == 1 else {
                throw file.error(
                    at: node,
                    "An effect needs exactly one name and amount, like {blur: 4}. List each effect separately.")
            }
            return try Self.effect(name, effect)
        }
    }

    private static func effect(_ name: String, _ fields: Fields) throws -> Effect {
        func amount(_ range: ClosedRange<Double>) throws -> Double { try fields.value(name, .number(in: range)) ?? 0 }
        switch name {
        case "brightness": return .brightness(try amount(-1...1))
        case "contrast": return .contrast(try amount(0...4))
        case "saturation": return .saturation(try amount(0...4))
        case "blur": return .blur(try amount(0...200))
        case "vignette": return .vignette(try amount(0...1))
        default: return .tint(try fields.color(name) ?? .black)
        }
    }

    /// Resolves a file name against the folder.
    func path(_ name: String) -> String {
        if name.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] {
            return home + name.dropFirst()
        }
        return URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).path
    }
}
