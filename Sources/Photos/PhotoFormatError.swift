/// Why a file is not one that can become part of a photo: those that are
/// written here always can, so the reason is for who looks into a failure.
package struct PhotoFormatError: Error, CustomStringConvertible {
    /// What is wrong, as a sentence.
    package let description: String

    init(_ description: String) { self.description = description }
}
