import Composition
import Files
import Frames
import LibAV

/// Draws the subtitles of a timeline that are burned into its pictures.
///
/// Used by one thread at a time.
final class BurnedSubtitles {
    private let plan: TimelinePlan
    private var layers: [Layer] = []
    private var isOpen = false
    /// Warnings about the texts' fonts, for the user, as sentences.
    private(set) var warnings: [String] = []

    private final class Layer {
        let burner: SubtitleBurner
        /// The texts drawn last, the picture below them, and the result.
        var last: (texts: [Int], below: PixelBuffer, picture: PixelBuffer)?

        init(_ burner: SubtitleBurner) { self.burner = burner }
    }

    /// Prepares to draw; opens nothing yet.
    init(_ plan: TimelinePlan) { self.plan = plan }

    /// Draws a frame's texts on a picture.
    ///
    /// - Returns: The picture itself if the frame is without texts; the same copy as before if nothing has changed.
    func drawn(on picture: PixelBuffer, at frame: Int) throws -> PixelBuffer {
        try open()
        let time = plan.frameRate.time(ofFrame: frame)
        return try layers.reduce(picture) { below, layer in
            let texts = layer.burner.shown(at: time)
            guard !texts.isEmpty else { return below }
            if let last = layer.last, last.texts == texts, last.below === below, !layer.burner.isAnimated {
                return last.picture
            }
            let drawn = try layer.burner.draw(on: below, at: time)
            layer.last = (texts, below, drawn)
            return drawn
        }
    }

    private func open() throws {
        guard !isOpen else { return }
        isOpen = true
        warnings = plan.subtitles.flatMap(\.fontWarnings)
        layers = try plan.subtitles.compactMap { subtitles in
            guard let style = subtitles.burned else { return nil }
            var track = subtitles.track
            if !track.isStyled { track.script = style.script(on: plan.size) }
            return try FileError.located(at: subtitles.origin) { Layer(try SubtitleBurner(track, size: plan.size)) }
        }
    }
}

extension SubtitleStyle {
    /// The style as a script's sections before its events.
    fileprivate func script(on canvas: PixelSize) -> String {
        let height = Double(canvas.height)
        let (size, margin) = (self.size ?? height * 0.08, Int((self.margin ?? height * 0.05).rounded()))
        // Positions are those of the keys of a numeric keypad.
        let place =
            switch position {
            case .bottom: 2
            case .middle: 5
            case .top: 8
            }
        let colors = [color, color, outline, outline].map(\.script).joined(separator: ",")
        let width = max(1, (size * 0.06 * 10).rounded() / 10)
        let fields =
            "Default,\(font),\(Int(size.rounded())),\(colors),0,0,0,0,100,100,0,0,1,\(width),0,\(place),"
            + "\(margin),\(margin),\(margin),1"
        return SubtitleEncoder.script(style: fields, size: canvas)
    }
}

extension Color {
    /// The color as scripts have it: transparency, blue, green and red.
    fileprivate var script: String {
        "&H"
            + [255 - alpha, blue, green, red].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined()
    }
}
