import ArgumentParser
import PictureComparison

/// What the pictures are compared with, and when they are the same.
struct ComparisonArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Compare with the pictures of this folder.", valueName: "folder"), completion: .directory)
    var compare: String?

    @Option(
        help: ArgumentHelp(
            "How far apart a colour may be, from 0 to 255 in each of red, green, blue and alpha. (default: 0)",
            valueName: "number"),
        transform: wholeNumber("the tolerance", in: 0...255))
    var tolerance = 0

    @Option(
        help: ArgumentHelp("How many pixels may be farther apart, in percent. (default: 0)", valueName: "percent"),
        transform: number("the share of different pixels", in: 0...100))
    var allow = 0.0

    @Option(
        help: ArgumentHelp(
            "The folder for pictures of the differences. (default: differences, in the folder that is written)",
            valueName: "folder"),
        completion: .directory)
    var differences: String?

    @Flag(help: "Keep the new pictures: replace those of the folder that they are compared with.")
    var update = false

    func validate() throws {
        guard compare != nil || (!update && differences == nil) else {
            throw ValidationError("\(update ? "--update" : "--differences") needs --compare.")
        }
    }

    /// When two pictures are the same.
    var pictureTolerance: PictureTolerance { PictureTolerance(channel: tolerance, share: allow / 100) }
}
