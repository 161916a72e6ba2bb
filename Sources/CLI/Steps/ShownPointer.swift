import Composition
import EngineLink
import Notation
import Yams

/// Whether the pointer is shown, and how.
enum ShownPointer: Equatable {
    case hidden
    case shown(PointerStyle)
}

extension StepsReader {
    private static let pointerHint =
        "Write pointer: true, pointer: false or pointer: {size: 32, color: '#d33', clicks: true, keys: true, "
        + "captions: true}."

    /// Reads how the pointer is shown.
    func pointer(_ node: Node) throws -> ShownPointer {
        if let isShown = node.bool { return isShown ? .shown(PointerStyle()) : .hidden }
        var style = PointerStyle()
        for (key, mark, value) in try file.entries(of: node, Self.pointerHint) {
            func truth() throws -> Bool {
                guard let truth = value.bool else { throw file.error(at: mark, "\(key) must be true or false.") }
                return truth
            }
            switch key {
            case "size":
                style.size = try file.value(of: key, at: mark, value, .wholeNumber(in: PointerStyle.sizeRange))
            case "color":
                let text = try text(value)
                guard let color = Color(text), color.alpha == 255 else {
                    throw file.error(at: mark, "color must be an opaque color like '#d33', not '\(text)'.")
                }
                style.color = PointerStyle.Color(red: color.red, green: color.green, blue: color.blue)
            case "clicks": style.showsClicks = try truth()
            case "keys": style.showsKeys = try truth()
            case "captions": style.showsCaptions = try truth()
            default:
                let guess = guess(key, in: ["size", "color", "clicks", "keys", "captions"])
                throw file.error(at: mark, "The pointer has no '\(key)'. \(Self.pointerHint)\(guess)")
            }
        }
        return .shown(style)
    }
}
