/// Numbers names that have been used: `x`, `x-2`, `x-3`.
struct UniqueNames {
    private var used: Set<String> = []

    /// Returns a name that no earlier call has returned.
    mutating func unique(_ name: String) -> String {
        var unique = name
        var number = 1
        while !used.insert(unique).inserted {
            number += 1
            unique = "\(name)-\(number)"
        }
        return unique
    }
}
