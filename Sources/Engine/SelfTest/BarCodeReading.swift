private import BarCode
internal import EngineLink
internal import Frames

/// The values that one picture of the self-test's page shows.
struct BarCodeReading {
    /// The number of each code, and the distance of each box in CSS pixels; no entry for unreadable ones.
    private(set) var values: [ClockSource: Double] = [:]

    /// Creates a reading from known values.
    init(_ values: [ClockSource: Double]) { self.values = values }

    /// Reads a picture.
    ///
    /// - Parameter scale: The device pixel ratio.
    init(_ picture: PixelBuffer, scale: Int) {
        unsafe picture.withBytes { bytes in
            /// The green channel of a pixel; transparent pixels count as black.
            func level(_ column: Int, _ row: Int) -> Double {
                unsafe Double(bytes[row * picture.stride + column * 4 + 1])
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

    /// The number of a code, sampled at the center of each cell.
    private static func number(_ scale: Int, _ level: (Int) -> Double) -> Double? {
        let cells = 1...TimeCode.cells
        return TimeCode.number(in: cells.map { level(($0 * BarCodePage.cell + BarCodePage.cell / 2) * scale) })
            .map(Double.init)
    }

    /// The distance that the center of a box has moved; its edges may lie between two pixels.
    private static func distance(_ scale: Int, _ width: Int, _ level: (Int) -> Double) -> Double? {
        let ground = level(0)
        var (weight, moment) = (0.0, 0.0)
        for column in 0..<width {
            let share = (level(column) - ground) / (255 - ground)
            weight += share
            moment += share * (Double(column) + 0.5)
        }
        // The width must match a box.
        let side = Double(BarCodePage.box * scale)
        guard abs(weight - side) < side / 4 else { return nil }
        return moment / weight / Double(scale) - Double(BarCodePage.cell) - Double(BarCodePage.box) / 2
    }
}
