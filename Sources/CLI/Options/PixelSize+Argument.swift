import ArgumentParser
import EngineLink
import Frames
import Recorder

/// Parses `1280x720`, within the range of a page's visible area.
///
/// - Throws: `ValidationError` with what is accepted.
func pageSize(_ text: String) throws -> PixelSize {
    let range = PageOptions.sideRange
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1] else {
        throw ValidationError("a size is written WIDTHxHEIGHT, like 1280x720.")
    }
    guard range.contains(width), range.contains(height) else {
        throw ValidationError(
            "each side is from \(range.lowerBound) to \(range.upperBound) CSS pixels.")
    }
    return PixelSize(width: width, height: height)
}

/// Parses a whole device pixel ratio.
func pageScale(_ text: String) throws -> Int {
    let range = PageOptions.scaleRange
    guard let scale = Int(text), range.contains(scale) else {
        throw ValidationError("the scale is a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return scale
}
