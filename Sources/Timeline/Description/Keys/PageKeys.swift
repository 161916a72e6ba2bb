import Frames
import Notation
import Yams

/// The keys of a page.
struct PageKeys {
    /// The range of a viewport's width and height, in CSS pixels.
    static let viewportSides = 16...4096

    /// The event at which a page's clip begins.
    enum Start: String, CaseIterable { case load, signal }

    let source = Key(
        "src", .text, "The address or file.", missing: "The page has no address. Write src: and its address or file.")
    let size = Key("size", .size(sides: viewportSides), "The visible area in CSS pixels (default: the canvas's size).")
    let scale = Key("scale", .deviceScale, "The device pixel ratio, from 1 to 4 (default: 1).")
    let transparent = Key.flag("transparent", "Keeps the page's transparency (default: false).")
    let start = Key<Start>.choice("start", "The event at which the clip begins (default: load).")
    let options = Key("options", .options, "Options of record that concern the page.") { $0[$1] }
    let variables = Key("vars", .texts, "Values of the variables of the steps.") { $0[$1] }
    let named = NamedOptionKeys()

    static let mapping = DescribedMapping("a page", PageKeys())
}

/// The options of `record` that a page has as keys.
struct NamedOptionKeys: KeyGroup {
    let date = Self.option("date")
    let seed = Self.option("seed")
    let timeZone = Self.option("timezone")
    let steps = Self.option("do")

    private static func option(_ name: String) -> Key<Node> { Key(name, .option, "") { $0[$1] } }
}
