import PictureComparison
import Recorder

/// What came of taking pictures, as `--json` prints it.
struct StillsReport: Encodable {
    /// A picture that was taken.
    struct Picture: Encodable {
        let moment: String
        /// Seconds since the page began to arrive.
        let pageTime: Double
        let file: String
    }

    /// A picture beside the kept one of its name.
    struct Compared: Encodable {
        let name: String
        /// `same`, `different`, `added`, `missing` or `kept`.
        let outcome: String
        /// How many pixels are different.
        let differentPixels: Int?
        /// The most that a channel differs by.
        let largest: Int?
        /// The picture of the difference.
        let difference: String?
        /// What a person reads.
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
                message = isKept ? "kept" : "new: there is no kept picture of this name; --update keeps it"
            case .missing:
                outcome = "missing"
                message = "missing: there is only the kept picture"
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
            return "different: \(difference.differentPixels) pixels (\(percent) %), at most \(difference.largest) apart"
                + (box ?? "")
        }
    }

    let pictures: [Picture]
    /// Moments that did not come.
    let missing: [String]
    /// Nothing without `--compare`.
    let comparison: [Compared]?

    /// Whether everything is as it should be.
    var passed: Bool {
        missing.isEmpty && (comparison ?? []).allSatisfy { ["same", "kept"].contains($0.outcome) }
    }

    /// What a person reads.
    var text: String {
        let taken = pictures.map { "\($0.file): \($0.moment), at \(CheckText.time($0.pageTime))" }
        let compared = (comparison ?? []).map { entry in
            "\(entry.name): \(entry.message)" + (entry.difference.map { "; see \($0)" } ?? "")
        }
        return (taken + compared).map(Message.printable).joined(separator: "\n")
    }
}
