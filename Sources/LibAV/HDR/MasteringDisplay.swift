package import CLibAV

/// The display on which a film was graded (SMPTE ST 2086).
///
/// In the units of HEVC and MP4, of which all others are multiples or close to one (ITU-T H.265, D.3.28).
package struct MasteringDisplay: Sendable, Equatable {
    /// A color without its lightness, in units of 0.00002 (CIE 1931).
    package struct Chromaticity: Sendable, Equatable {
        package let x: Int
        package let y: Int
    }

    package let red: Chromaticity
    package let green: Chromaticity
    package let blue: Chromaticity
    package let white: Chromaticity
    /// The darkest and the brightest light, in units of 0.0001 cd/m².
    package let (darkest, brightest): (Int, Int)

    /// Units per 1 in ``Chromaticity``, and per 1 cd/m².
    private static let (colorUnits, lightUnits): (CInt, CInt) = (50_000, 10_000)

    /// The display that a picture or its stream states; `nil` unless it states colors and light.
    init?(of frame: borrowing MediaFrame, in stream: UnsafePointer<AVStream>) {
        let stated = unsafe frame.sideData(
            AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, in: stream,
            as: AVMasteringDisplayMetadata.self)
        guard let stated, stated.has_primaries != 0, stated.has_luminance != 0 else { return nil }
        let primaries = stated.display_primaries
        red = Self.chromaticity(primaries.0.0, primaries.0.1)
        green = Self.chromaticity(primaries.1.0, primaries.1.1)
        blue = Self.chromaticity(primaries.2.0, primaries.2.1)
        white = Self.chromaticity(stated.white_point.0, stated.white_point.1)
        darkest = Self.units(stated.min_luminance, Self.lightUnits)
        brightest = Self.units(stated.max_luminance, Self.lightUnits)
    }

    private static func chromaticity(_ x: AVRational, _ y: AVRational) -> Chromaticity {
        Chromaticity(x: units(x, colorUnits), y: units(y, colorUnits))
    }

    /// A fraction in whole units, to the nearest.
    private static func units(_ fraction: AVRational, _ perOne: CInt) -> Int {
        guard fraction.den > 0, fraction.num > 0 else { return 0 }
        let (whole, part) = (Int(fraction.num) * Int(perOne), Int(fraction.den))
        return (whole + part / 2) / part
    }

    /// The display as libav stores it.
    package var libav: AVMasteringDisplayMetadata {
        func fraction(_ units: Int, _ perOne: CInt) -> AVRational {
            AVRational(num: CInt(clamping: units), den: perOne)
        }
        func pair(_ color: Chromaticity) -> (AVRational, AVRational) {
            (fraction(color.x, Self.colorUnits), fraction(color.y, Self.colorUnits))
        }
        var display = AVMasteringDisplayMetadata()
        display.display_primaries = (pair(red), pair(green), pair(blue))
        display.white_point = pair(white)
        display.min_luminance = fraction(darkest, Self.lightUnits)
        display.max_luminance = fraction(brightest, Self.lightUnits)
        (display.has_primaries, display.has_luminance) = (1, 1)
        return display
    }

    /// The display in whole units, as x265 reads it.
    package var wholeText: String {
        func pair(_ color: Chromaticity) -> String { "(\(color.x),\(color.y))" }
        return "G\(pair(green))B\(pair(blue))R\(pair(red))WP\(pair(white))L(\(brightest),\(darkest))"
    }

    /// The display in fractions, as SVT-AV1 reads it.
    package var fractionText: String {
        func fraction(_ units: Int, _ perOne: CInt) -> String { "\(Double(units) / Double(perOne))" }
        func pair(_ color: Chromaticity) -> String {
            "(\(fraction(color.x, Self.colorUnits)),\(fraction(color.y, Self.colorUnits)))"
        }
        let light = "\(fraction(brightest, Self.lightUnits)),\(fraction(darkest, Self.lightUnits))"
        return "G\(pair(green))B\(pair(blue))R\(pair(red))WP\(pair(white))L(\(light))"
    }
}
