import Files

/// Which of the numbered files that a pattern like `frame_%04d.png` names are shown.
package struct NumberedPictures: Sendable, Hashable {
    /// What is shown in place of a file that is missing.
    package enum Gap: String, Sendable, CaseIterable {
        /// Nothing: a missing file is an error.
        case error
        /// The picture before it, or black at the beginning.
        case hold
        /// Black.
        case black
    }

    /// The first number (default: the lowest there is).
    package var first: Int?
    /// The distance from a number to the next.
    package var step = 1
    /// How many pictures there are (default: up to the highest number there is).
    package var count: Int?
    /// What is shown in place of a missing file.
    package var gap = Gap.error

    /// The maximum number of pictures: ten days at 120 pictures a second.
    private static let mostPictures = 120 * 86_400 * 10

    /// Chooses all files from the lowest to the highest number, of which none may be missing.
    package init() {}

    /// Finds the files.
    ///
    /// - Parameters:
    ///   - pattern: The files' names.
    ///   - name: The pattern as it was written, for messages.
    /// - Returns: A path for each picture; `nil` for black.
    /// - Throws: ``FileError/Code/unreadableInput`` if there is no file, or one is missing.
    func paths(of pattern: SequenceName, named name: String) throws(FileError) -> [String?] {
        let names: [String]
        do {
            names = try pattern.folder.names()
        } catch {
            throw Self.unreadable(name, "the folder '\(pattern.folder)' cannot be read: \(error.text)")
        }
        let numbers = names.compactMap { pattern.number(in: $0) }.sorted()
        guard let lowest = numbers.first, let highest = numbers.last else {
            let others = names.filter { pattern.number(in: $0, isExact: false) != nil }.sorted()
            let hint = others.first.map {
                ". '\($0)' has another number of digits: %d stands for numbers without zeros in front, %04d for four digits"
            }
            throw Self.unreadable(name, "no file in '\(pattern.folder)' has such a name\(hint ?? "")")
        }
        let first = first ?? lowest
        guard first <= highest else {
            throw Self.unreadable(name, "the highest number is \(highest), which is below the first, \(first)")
        }
        let count = count ?? (highest - first) / step + 1
        guard count <= Self.mostPictures else {
            throw Self.unreadable(name, "the numbers go from \(first) to \(highest), which is too far")
        }
        let present = Set(numbers)
        var paths: [String?] = []
        var missing: [Int] = []
        for index in 0..<count {
            let number = first + index * step
            let isPresent = present.contains(number)
            if !isPresent { missing.append(number) }
            // Where files are missing by the thousand, the first one is enough to say so.
            if gap == .error, missing.count > 1000 { break }
            let held = gap == .hold ? paths.last ?? nil : nil
            paths.append(isPresent ? pattern.path(ofFrame: number) : held)
        }
        if gap == .error, let number = missing.first {
            throw Self.unreadable(
                name, Self.sentence(missing: number, others: missing.count - 1, among: numbers, pattern))
        }
        return paths
    }

    /// Says which file is missing, and between which files it should be.
    private static func sentence(
        missing number: Int, others: Int, among numbers: [Int], _ pattern: SequenceName
    ) -> String {
        func name(_ number: Int) -> String { "'\(pattern.path(ofFrame: number).fileName)'" }
        let (below, above) = (numbers.last { $0 < number }, numbers.first { $0 > number })
        let place =
            switch (below, above) {
            case (let below?, let above?): " between \(name(below)) and \(name(above))"
            case (let below?, nil): " after \(name(below))"
            case (nil, let above?): " before \(name(above))"
            case (nil, nil): ""
            }
        let rest =
            switch others {
            case 0: ""
            case 1: ", and one other"
            case 2..<1000: ", and \(others) others"
            default: ", and many others"
            }
        return "\(name(number)) is missing\(place)\(rest)"
    }

    private static func unreadable(_ name: String, _ reason: String) -> FileError {
        FileError(.unreadableInput, "The pictures '\(name)' cannot be read: \(reason).")
    }
}
