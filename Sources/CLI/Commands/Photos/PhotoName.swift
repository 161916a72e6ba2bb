import ArgumentParser

/// A photo's name without its ending, of which each file has its own.
struct PhotoName: ExpressibleByArgument {
    /// What was typed.
    let text: String

    init?(argument: String) { text = argument }

    /// Takes a name that was typed otherwise.
    init(text: String) { self.text = text }

    /// The name of a Live Photo: `IMG_0001`, also of `IMG_0001.MOV`.
    ///
    /// - Throws: A sentence, for what names no file.
    func ofLivePhoto() throws -> String { try stem(without: [".jpg", ".jpeg", ".mov", ".pvt"]) }

    /// The name of a Motion Photo: `IMG_0001`, also of `IMG_0001.MP.jpg`.
    ///
    /// - Throws: A sentence, for what names no file, or one that Android would
    ///   not know for a Motion Photo.
    func ofMotionPhoto() throws -> String {
        let stem = try stem(without: [".mp.jpg"])
        guard !stem.lowercased().hasSuffix(".jpg"), !stem.lowercased().hasSuffix(".jpeg") else {
            throw ValidationError(
                "Phones know a Motion Photo by a name that ends in .MP.jpg. Give a name like IMG_0001.MP.jpg, or "
                    + "IMG_0001 alone.")
        }
        guard lastPart(stem).first?.isWhitespace != true else {
            throw ValidationError("Phones know no Motion Photo whose name begins with a space.")
        }
        return stem
    }

    private func stem(without endings: [String]) throws -> String {
        let ending = endings.first { text.lowercased().hasSuffix($0) } ?? ""
        let stem = String(text.dropLast(ending.count))
        guard !["", ".", "..", "-"].contains(lastPart(stem)) else {
            throw ValidationError("The output '\(text)' names no photo. Write -o IMG_0001")
        }
        return stem
    }

    private func lastPart(_ path: String) -> Substring {
        path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    }
}
