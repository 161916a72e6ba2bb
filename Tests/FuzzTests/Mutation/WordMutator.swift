import TestSupport

/// Changes a text at the level of its words: numbers, letters and single other characters.
struct WordMutator: Mutator {
    /// Words of the format, besides those of the seeds.
    var dictionary: [String] = []

    func learning(from seeds: [[UInt8]]) -> any Mutator {
        let words = seeds.flatMap { Self.words(of: String(decoding: $0, as: UTF8.self)) }
        return WordMutator(dictionary: Array(Set(dictionary + words)).sorted())
    }

    func mutate(_ bytes: [UInt8], using chances: inout SplitMix, bytes change: ([UInt8]) -> [UInt8]) -> [UInt8] {
        guard !chances.isOne(in: 16) else { return change(bytes) }
        var words = Self.words(of: String(decoding: bytes, as: UTF8.self))
        for _ in 0...chances.below(3) { mutate(&words, using: &chances) }
        return Array(words.joined().utf8)
    }

    private func mutate(_ words: inout [String], using chances: inout SplitMix) {
        guard !words.isEmpty, !dictionary.isEmpty else {
            words.append(dictionary.randomElement(using: &chances) ?? "0")
            return
        }
        let place = chances.below(words.count)
        switch chances.below(9) {
        case 0: words.remove(at: place)
        case 1: words.insert(words[place], at: place)
        case 2: words.swapAt(place, chances.below(words.count))
        case 3: words.insert(dictionary[chances.below(dictionary.count)], at: place)
        case 4: words.insert(Boundary.texts[chances.below(Boundary.texts.count)], at: place)
        case 5:
            // A piece of the text, once more elsewhere.
            let end = min(words.count, place + 1 + chances.below(12))
            words.insert(contentsOf: Array(words[place..<end]), at: chances.below(words.count))
        case 6:
            words[place] = Boundary.numbers[chances.below(Boundary.numbers.count)]
        default:
            // A word of the same kind, so that the text stays valid more often.
            let kind = Self.kind(words[place].first ?? " ")
            let same = dictionary.filter { Self.kind($0.first ?? " ") == kind }
            words[place] = (same.isEmpty ? dictionary : same)[chances.below(max(1, same.count))]
        }
    }

    private static func kind(_ character: Character) -> Int {
        character.isNumber ? 0 : character.isLetter ? 1 : character.isWhitespace ? 2 : 3
    }

    /// Splits a text into numbers, runs of letters, runs of space, and single other characters.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var last = -1
        for character in text {
            let kind = kind(character)
            if kind == last, kind < 3 {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
            last = kind
        }
        return words
    }
}
