import ArgumentParser
import EngineLink
import Frames
import Notation
import PictureComparison

/// A part of stills that is not compared, as typed.
struct PictureRegion: Equatable, Sendable, CustomStringConvertible {
    /// The pixels.
    let box: PixelBox

    /// Parses `X,Y,WxH`; returns `nil` for another text.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /([0-9]{1,6}),([0-9]{1,6}),([0-9]{1,6})x([0-9]{1,6})/)?.output,
            let x = Int(match.1), let y = Int(match.2), let width = Int(match.3), let height = Int(match.4), width > 0,
            height > 0
        else { return nil }
        box = PixelBox(columns: x...x + width - 1, rows: y...y + height - 1)
    }

    /// Describes a part of a picture that an element covers.
    init(_ area: StepPicture.Area) {
        box = PixelBox(
            columns: area.x...area.x + area.size.width - 1, rows: area.y...area.y + area.size.height - 1)
    }

    var description: String {
        "\(box.columns.lowerBound),\(box.rows.lowerBound),\(box.columns.count)x\(box.rows.count)"
    }
}

/// A part of stills that is not compared: pixels, or what elements cover.
enum IgnoredPart: Equatable, Sendable, CustomStringConvertible {
    case region(PictureRegion)
    /// All elements that match a CSS selector.
    case elements(String)

    /// Parses `X,Y,WxH`, or a selector, which cannot begin with a digit; returns `nil` for another text.
    init?(_ text: String) {
        if let region = PictureRegion(text) {
            self = .region(region)
        } else {
            guard let first = text.first(where: { !$0.isWhitespace }), !first.isNumber, first != "-" else { return nil }
            self = .elements(text)
        }
    }

    var description: String {
        switch self {
        case .region(let region): region.description
        case .elements(let selector): selector
        }
    }
}

extension Form where Value == IgnoredPart {
    /// A part of a picture, by its left upper corner and size, or by a CSS selector.
    static var ignoredPart: Form {
        Form("a part of a picture as X,Y,WxH in pixels, like 10,20,300x40, or a CSS selector, like .clock") {
            IgnoredPart($0)
        }
    }
}
