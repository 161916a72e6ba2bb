/// An error in a file that should become part of a photo.
///
/// Files written by pagereel never cause it, so the message is meant for debugging.
package struct PhotoFormatError: Error, CustomStringConvertible {
    /// The error as a sentence.
    package let description: String

    init(_ description: String) { self.description = description }
}
