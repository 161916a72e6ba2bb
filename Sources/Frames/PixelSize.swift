/// A width and height in pixels.
public struct PixelSize: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Pixels in a row; positive.
    public let width: Int
    /// Rows; positive.
    public let height: Int

    /// Creates a size; both sides must be positive.
    public init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        self.width = width
        self.height = height
    }

    /// Parses `1280x720`; returns `nil` unless both sides are positive.
    public init?(_ text: String) {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
    }

    /// The size as users write it: `1280x720`.
    public var description: String { "\(width)x\(height)" }

    /// The smallest even size that holds this one, as 4:2:0 video needs: each chroma
    /// sample covers two by two pixels (ITU-T H.264, 6.2).
    public var roundedUpToEven: PixelSize {
        PixelSize(width: width + width % 2, height: height + height % 2)
    }

    /// Whether a picture can have this size without being squeezed, except for sides that are rounded to even numbers.
    package func hasShape(of picture: PixelSize) -> Bool {
        let difference = abs(width * picture.height - height * picture.width)
        // One side is less than two pixels from the exact one.
        return difference < 2 * max(picture.width, picture.height)
    }
}

/// A device pixel ratio: how many device pixels one CSS pixel is wide, to the thousandth.
///
/// Screens have whole ratios only (`gtk_widget_get_scale_factor`). The rest of a ratio enlarges the page's layout, as
/// the zoom of a browser does, so that text is drawn with the final number of pixels.
public struct DeviceScale: Sendable, Hashable, Codable, CustomStringConvertible {
    private let thousandths: Int

    /// The ratio 1.
    public static let one = DeviceScale(thousandths: 1000)

    private init(thousandths: Int) { self.thousandths = thousandths }

    /// Parses `2`, `1.5` or `2.625`; returns `nil` unless the ratio is from 1 to 4, with at most three decimals.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard (1...2).contains(parts.count), (1...3).contains(fraction.count),
            (parts + [fraction]).allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let whole = parts.first.flatMap({ Int($0) }),
            let rest = Int(fraction + String(repeating: "0", count: 3 - fraction.count)),
            (0...4).contains(whole)
        else { return nil }
        thousandths = whole * 1000 + rest
        guard (1000...4000).contains(thousandths) else { return nil }
    }

    /// Creates a whole ratio; `nil` unless it is from 1 to 4.
    public init?(_ whole: Int) { self.init("\(whole)") }

    /// Returns a whole multiple of the ratio; `nil` if it is larger than 4.
    package func multiplied(by factor: Int) -> DeviceScale? {
        let (product, overflows) = thousandths.multipliedReportingOverflow(by: factor)
        return !overflows && (1000...4000).contains(product) ? DeviceScale(thousandths: product) : nil
    }

    /// The ratio as users write it: `2`, `1.5`.
    public var description: String {
        guard thousandths % 1000 != 0 else { return "\(thousandths / 1000)" }
        let fraction = String("\(1000 + thousandths % 1000)".dropFirst())
        return "\(thousandths / 1000).\(fraction.trimmingZeros)"
    }

    /// The ratio.
    public var value: Double { Double(thousandths) / 1000 }

    /// The ratio of the screen: the whole number of device pixels per screen pixel, rounded down.
    ///
    /// Rounded up, the page's layout would be made smaller, and WebKit does not make small text or thin lines smaller.
    package var screen: Int { thousandths / 1000 }

    /// How much larger the page's layout is than on that screen, at least 1.
    package var zoom: Double { Double(thousandths) / Double(screen * 1000) }

    /// Returns a viewport's size in pixels of the screen, rounded up.
    package func screenSize(of viewport: PixelSize) -> PixelSize {
        func side(_ length: Int) -> Int { (length * thousandths + screen * 1000 - 1) / (screen * 1000) }
        return PixelSize(width: side(viewport.width), height: side(viewport.height))
    }

    /// Returns a viewport's size in device pixels, rounded up to whole pixels of the screen.
    public func pixels(of viewport: PixelSize) -> PixelSize {
        let size = screenSize(of: viewport)
        return PixelSize(width: size.width * screen, height: size.height * screen)
    }
}

extension String {
    /// The text without zeros at its end.
    fileprivate var trimmingZeros: String { String(reversed().drop { $0 == "0" }.reversed()) }
}
