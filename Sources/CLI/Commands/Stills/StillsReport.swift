import Frames
import Notation
import PictureComparison

/// The result of `pagereel stills`, as `--json` prints it.
struct StillsReport: Encodable {
    /// A picture that was taken.
    struct Picture: Encodable {
        let moment: String
        /// Seconds since the page began to arrive.
        let pageTime: Double
        let file: String
    }

    /// A picture compared with the reference picture of its name.
    struct Compared: Encodable {
        let name: String
        /// `same`, `different`, `added`, `missing` or `kept`.
        let outcome: String
        /// The number of different pixels.
        let differentPixels: Int?
        /// The largest difference of a channel, 0 to 255.
        let largest: Int?
        /// The path of the picture of the difference.
        let difference: String?
        /// The text for people.
        let message: String

        init(_ entry: FolderComparison.Entry, isKept: Bool) {
            name = entry.name
            var known: PictureDifference?
            switch entry.outcome {
            case .same(let difference):
                known = difference
                outcome = "same"
                message =
                    difference.largest == 0 ? "same" : "same within the tolerance (at most \(difference.largest) apart)"
            case .different(let difference):
                known = difference
                outcome = isKept ? "kept" : "different"
                message = (isKept ? "kept; it was " : "") + Self.words(for: difference)
            case .added:
                outcome = isKept ? "kept" : "added"
                message = isKept ? "kept" : "new: there is no reference picture of this name; --update saves it"
            case .missing:
                outcome = "missing"
                message = "missing: only the reference picture exists"
            }
            differentPixels = known?.differentPixels
            largest = known?.largest
            difference = isKept ? nil : entry.picture
        }

        private static func words(for difference: PictureDifference) -> String {
            guard difference.size == difference.keptSize else {
                return "different: \(difference.size) in place of \(difference.keptSize)"
            }
            let percent = (difference.share * 10_000).rounded() / 100
            let box = difference.box.map {
                ", within \($0.columns.count)x\($0.rows.count) pixels at \($0.columns.lowerBound),\($0.rows.lowerBound)"
            }
            return
                "different: \(quantity(difference.differentPixels, "pixel")) (\(percent) %), at most \(difference.largest) apart"
                + (box ?? "")
        }
    }

    let pictures: [Picture]
    /// Moments that did not come.
    let missing: [String]
    /// `nil` without `--compare`.
    let comparison: [Compared]?

    /// Whether all moments came and all pictures match.
    var passed: Bool {
        missing.isEmpty && (comparison ?? []).allSatisfy { ["same", "kept"].contains($0.outcome) }
    }

    /// The text for people.
    var text: String {
        let taken = pictures.map { "\($0.file): \($0.moment), at \(Duration.seconds($0.pageTime).preciseText)" }
        let compared = (comparison ?? []).map { entry in
            "\(entry.name): \(entry.message)" + (entry.difference.map { "; see \($0)" } ?? "")
        }
        return (taken + compared).map(Message.printable).joined(separator: "\n")
    }
}
