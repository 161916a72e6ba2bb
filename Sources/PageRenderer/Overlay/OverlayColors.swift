internal import EngineLink

/// The colors of an overlay.
struct OverlayColors {
    /// What fills the pointer.
    let fill: PointerStyle.Color
    /// The outlines around it.
    let outline: PointerStyle.Color
    /// Rings and highlights.
    let accent: PointerStyle.Color
    /// The thin lines along rings and highlights.
    let halo: PointerStyle.Color

    private static let darkOutline = PointerStyle.Color(red: 24, green: 24, blue: 27)
    private static let blue = PointerStyle.Color(red: 37, green: 127, blue: 255)

    init(_ style: PointerStyle) {
        fill = style.color
        outline = style.color.isDark ? .white : Self.darkOutline
        accent = style.color.isGray ? Self.blue : style.color
        halo = accent.isDark ? .white : Self.darkOutline
    }
}

extension PointerStyle.Color {
    /// Whether white is seen better on the color than black.
    fileprivate var isDark: Bool { luma < 160 }

    /// The brightness, from 0 to 255 (ITU-R BT.601).
    private var luma: Double { 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue) }

    /// Whether the channels differ by less than a fifth of their range.
    fileprivate var isGray: Bool { max(red, green, blue) - min(red, green, blue) < 51 }
}
