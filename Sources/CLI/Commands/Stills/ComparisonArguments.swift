import ArgumentParser
import Notation
import PictureComparison

/// Options for the comparison with reference pictures.
struct ComparisonArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Compare with the reference pictures in this folder.", valueName: "folder"),
        completion: .directory)
    var compare: String?

    @Option(
        help: ArgumentHelp(
            "Allowed difference of each color channel (red, green, blue, alpha), 0 to 255. (default: 0)",
            valueName: "number"),
        transform: reading(.wholeNumber(in: 0...255)))
    var tolerance = 0

    @Option(
        help: ArgumentHelp(
            "Allowed share of pixels that differ by more, in percent. (default: 0)", valueName: "percent"),
        transform: reading(.number(in: 0...100)))
    var allow = 0.0

    @Option(
        help: ArgumentHelp(
            "Folder for pictures of the differences. (default: differences, in the output folder)",
            valueName: "folder"),
        completion: .directory)
    var differences: String?

    @Flag(help: "Replace the reference pictures with the new ones.")
    var update = false

    func validate() throws {
        guard compare != nil || (!update && differences == nil) else {
            throw ValidationError("\(update ? "--update" : "--differences") needs --compare.")
        }
    }

    /// The tolerance within which two pictures are the same.
    var pictureTolerance: PictureTolerance { PictureTolerance(channel: tolerance, share: allow / 100) }
}
