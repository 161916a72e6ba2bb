import ArgumentParser
import Files

/// A photo's name, without the extensions of its files.
struct PhotoName: ExpressibleByArgument {
    /// The text as typed.
    let text: String

    init?(argument: String) { text = argument }

    /// Creates a name from a text.
    init(text: String) { self.text = text }

    /// Returns a Live Photo's name: `IMG_0001`, also for `IMG_0001.MOV`.
    ///
    /// - Throws: `ValidationError` if the text does not name a file.
    func ofLivePhoto() throws -> String { try stem(without: [".jpg", ".jpeg", ".mov", ".pvt"]) }

    /// Returns a Motion Photo's name: `IMG_0001`, also for `IMG_0001.MP.jpg`.
    ///
    /// - Throws: `ValidationError` if the text does not name a file, or if
    ///   Android would not recognize the Motion Photo.
    func ofMotionPhoto() throws -> String {
        let stem = try stem(without: [".mp.jpg"])
        guard !stem.lowercased().hasSuffix(".jpg"), !stem.lowercased().hasSuffix(".jpeg") else {
            throw ValidationError(
                "Phones recognize a Motion Photo by the extension .MP.jpg. Give a name like IMG_0001.MP.jpg or IMG_0001."
            )
        }
        guard stem.fileName.first?.isWhitespace != true else {
            throw ValidationError("Phones do not recognize a Motion Photo whose name begins with a space.")
        }
        return stem
    }

    private func stem(without endings: [String]) throws -> String {
        let ending = endings.first { text.lowercased().hasSuffix($0) } ?? ""
        let stem = String(text.dropLast(ending.count))
        guard !["", ".", "..", "-"].contains(stem.fileName) else {
            throw ValidationError("The output '\(text)' names no photo. Write -o IMG_0001")
        }
        return stem
    }
}
