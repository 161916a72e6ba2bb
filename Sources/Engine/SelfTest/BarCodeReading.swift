private import BarCode
internal import EngineLink
internal import Frames

/// What one picture of the self-test's page shows.
struct BarCodeReading {
    /// The number of each code, and how far each box has gone in CSS pixels; nothing where none can be read.
    private(set) var values: [ClockSource: Double] = [:]

    /// Takes what was read already.
    init(_ values: [ClockSource: Double]) { self.values = values }

    /// Reads a picture.
    ///
    /// - Parameter scale: Device pixels for each CSS pixel.
    init(_ picture: PixelBuffer, scale: Int) {
        picture.withBytes { bytes in
            /// The green of a pixel; nothing, which is transparent, is black.
            func level(_ column: Int, _ row: Int) -> Double {
                Double(bytes[row * picture.stride + column * 4 + 1])
            }
            for source in ClockSource.allCases {
                let middle = source.top + (source.isCode ? BarCodePage.cell : BarCodePage.box) / 2
                values[source] =
                    source.isCode
                    ? Self.number(scale) { level($0, middle * scale) }
                    : Self.distance(scale, picture.size.width) { level($0, middle * scale) }
            }
        }
    }

    /// A code, from the middle of each cell.
    private static func number(_ scale: Int, _ level: (Int) -> Double) -> Double? {
        let cells = 1...TimeCode.cells
        return TimeCode.number(in: cells.map { level(($0 * BarCodePage.cell + BarCodePage.cell / 2) * scale) })
            .map(Double.init)
    }

    /// How far the middle of a box has come from where it was; its edges may lie between two pixels.
    private static func distance(_ scale: Int, _ width: Int, _ level: (Int) -> Double) -> Double? {
        let ground = level(0)
        var (weight, moment) = (0.0, 0.0)
        for column in 0..<width {
            let share = (level(column) - ground) / (255 - ground)
            weight += share
            moment += share * (Double(column) + 0.5)
        }
        // As wide as a box, or there is none.
        let side = Double(BarCodePage.box * scale)
        guard abs(weight - side) < side / 4 else { return nil }
        return moment / weight / Double(scale) - Double(BarCodePage.cell) - Double(BarCodePage.box) / 2
    }
}
