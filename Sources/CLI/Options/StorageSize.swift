import Notation

/// An amount of storage, as typed.
struct StorageSize: Equatable, CustomStringConvertible {
    let bytes: Int

    /// The smallest amount, in bytes.
    private static let least = 1 << 20

    /// The amount as an argument, in the largest binary unit of which it is a whole number.
    var description: String {
        let unit = [("T", 40), ("G", 30), ("M", 20)].first { bytes.isMultiple(of: 1 << $0.1) } ?? ("K", 10)
        return "\(bytes >> unit.1)\(unit.0)"
    }

    /// How an amount is written: `20G`, `1.5T` or `500MB`.
    static var form: Form<StorageSize> {
        let storage = Form<Int>.storage(atLeast: least)
        return Form(storage.description) { text in storage.read(text).map { StorageSize(bytes: $0) } }
    }
}
