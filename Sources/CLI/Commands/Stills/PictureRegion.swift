import ArgumentParser
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

    var description: String {
        "\(box.columns.lowerBound),\(box.rows.lowerBound),\(box.columns.count)x\(box.rows.count)"
    }
}

extension Form where Value == PictureRegion {
    /// The left upper corner and the size of a part of a picture.
    static var pictureRegion: Form {
        Form("a part of a picture as X,Y,WxH in pixels, like 10,20,300x40") { PictureRegion($0) }
    }
}
