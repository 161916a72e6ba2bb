import ArgumentParser
import Notation
import PictureComparison

/// Options for the comparison with reference images.
struct ComparisonArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Compare with the reference images in this folder.", valueName: "folder"),
        completion: .directory)
    var compare: String?

    @Option(
        help: ArgumentHelp(
            "Ignore color differences up to this value, 0 to 255 per channel. (default: 0)",
            valueName: "number"),
        transform: reading(.wholeNumber(in: 0...255)))
    var tolerance = 0

    @Option(
        help: ArgumentHelp(
            "Allow this percentage of pixels to differ by more than the tolerance. (default: 0)", valueName: "percent"),
        transform: reading(.number(in: 0...100)))
    var allow = 0.0

    @Option(
        help: ArgumentHelp(
            "Folder for the difference images. (default: differences in the output folder)",
            valueName: "folder"),
        completion: .directory)
    var differences: String?

    @Flag(help: "Replace the reference images with the new stills.")
    var update = false

    func validate() throws {
        guard compare != nil || (!update && differences == nil) else {
            throw ValidationError("\(update ? "--update" : "--differences") needs --compare.")
        }
    }

    /// The tolerance within which two pictures are the same.
    var pictureTolerance: PictureTolerance { PictureTolerance(channel: tolerance, share: allow / 100) }
}
