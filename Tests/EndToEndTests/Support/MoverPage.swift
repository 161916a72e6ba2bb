import TestSupport
import Testing

/// A page of fixtures/html/movers, and where its second box must be in each frame.
///
/// mover.js describes the two boxes.
struct MoverPage: Sendable {
    /// Where a box is at a time in milliseconds after the start, in pixels.
    struct Law: Sendable {
        fileprivate let place: @Sendable (Double) -> Double
        /// Whether the box jumps, and may then be on either side of the jump.
        fileprivate var hasSteps = false
        /// The milliseconds of a step that a timer makes, which may be aligned to a grid.
        fileprivate var timer: Double?

        /// 120 px/s, or a multiple of it; in a loop that begins at a time in it.
        static func steady(_ factor: Double = 1, loop: Double = .infinity, from beginning: Double = 0) -> Law {
            Law { (($0 + beginning) * factor).truncatingRemainder(dividingBy: loop) * 120 / 1000 }
        }

        /// 120 px/s in steps of so many milliseconds; in a loop, or until an end.
        static func steps(of length: Double, loop: Double = .infinity, end: Double = .infinity) -> Law {
            Law(
                place: { time in
                    let steps = Double(ClockPage.count(of: length, in: min(time, end)))
                    return (steps * length).truncatingRemainder(dividingBy: loop) * 120 / 1000
                }, hasSteps: true)
        }

        /// 120 px/s in steps of so many milliseconds, each made by a timer after the one before it.
        static func timers(of length: Double) -> Law {
            var law = steps(of: length)
            law.timer = length
            return law
        }

        fileprivate func allows(_ found: Double, at time: Double, within tolerance: Double) -> Bool {
            let places = hasSteps ? [place(time), place(max(time - 1, 0))] : [place(time)]
            return places.contains { abs(found - $0) <= tolerance } || isAligned(found, at: time, within: tolerance)
        }

        /// Whether the box is where nested timers bring it that are aligned to a grid, each of them late.
        private func isAligned(_ found: Double, at time: Double, within tolerance: Double) -> Bool {
            guard let timer else { return false }
            let count = (found / (timer * 120 / 1000)).rounded()
            return abs(found - count * timer * 120 / 1000) <= tolerance && count * timer <= time
                && time < (count + 1) * (timer + TimerGrid.mostLate)
        }
    }

    /// How far the reference may be from its place, in pixels: decoding's rounding.
    private static let accuracy = 0.02

    /// The file and the parameters.
    let name: String
    /// By how many frames the box may be late: the same number in all frames.
    let late: ClosedRange<Int>
    /// The law of the box; `nil` if it must be where the reference is, wherever that is.
    let law: Law?
    /// The first frame that must show the box.
    let appears: Int
    /// How far the box may be from its place, in pixels.
    let tolerance: Double
    /// How many recordings must be the same.
    let runs: Int
    /// The only rendering that shows it exactly and without a warning; `nil` if each does.
    let only: String?
    /// Whether engines may lack the feature, as the page's title then says.
    let mayLack: Bool
    /// A word of the warning that the page causes; `nil` if it must cause none.
    let warning: String?

    init(
        _ name: String, late: ClosedRange<Int> = 0...0, law: Law? = .steady(), appears: Int = 0,
        within tolerance: Double = accuracy, runs: Int = 1, only: String? = nil, mayLack: Bool = false,
        warning: String? = nil
    ) {
        self.name = name
        self.late = late
        self.law = law
        self.appears = appears
        self.tolerance = tolerance
        self.runs = runs
        self.only = only
        self.mayLack = mayLack
        self.warning = warning
    }

    /// The page's address below the folder of pages.
    var address: String {
        let parts = name.split(separator: "?", maxSplits: 1)
        return "movers/\(parts[0]).html" + (parts.count > 1 ? "?\(parts[1])" : "")
    }

    /// Checks both boxes in every picture.
    ///
    /// - Parameter step: The time by which the box moves at once, in milliseconds.
    /// - Returns: The errors, one sentence per frame.
    func faults(in pictures: [RawImage], rate: Double, step: Double = 0) -> [String] {
        let references = pictures.map { MovingBox.ofMovers.left(in: $0, rows: 14..<18) }
        let boxes = pictures.map { MovingBox.ofMovers.left(in: $0, rows: 54..<58) }
        guard let law else { return faults(of: boxes, beside: references) }
        let reference = ClockPage.faults(in: references, rate: rate) { found, time in
            Law.steady().allows(found, at: time, within: Self.accuracy)
        }
        // The lateness with the fewest errors: those of another say nothing.
        let tolerance = tolerance + step * 120 / 1000
        let found = late.map { faults(of: boxes, by: law, late: $0, rate: rate, within: tolerance) }
        return reference.map { "reference: \($0)" } + (found.min { $0.count < $1.count } ?? [])
    }

    private func faults(
        of boxes: [Double?], by law: Law, late: Int, rate: Double, within tolerance: Double
    ) -> [String] {
        boxes.enumerated().compactMap { index, box in
            let time = Double(index - late) * 1000 / rate
            // Before, it is not there yet or has not moved.
            if time < 0 || index < appears, box == nil { return nil }
            guard let box else { return "frame \(index) shows no box" }
            return law.allows(box, at: max(time, 0), within: tolerance)
                ? nil : "frame \(index), at \(Double(index) * 1000 / rate) ms, shows the box at \(box)"
        }
    }

    /// The errors of a box that follows the reference, which itself must move.
    private func faults(of boxes: [Double?], beside references: [Double?]) -> [String] {
        let places = references.compactMap(\.self)
        let moved = (places.max() ?? 0) - (places.min() ?? 0)
        return zip(references, boxes).enumerated().compactMap { index, pair in
            guard let reference = pair.0, let box = pair.1 else { return "frame \(index) cannot be read" }
            return abs(reference - box) <= tolerance ? nil : "frame \(index) shows \(box) beside \(reference)"
        } + (moved > 50 ? [] : ["the reference moved by \(moved) px only"])
    }
}

extension MoverPage: CustomTestStringConvertible {
    var testDescription: String { name }
}
