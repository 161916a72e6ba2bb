import ArgumentParser

/// A group of options; each property is a ``Setting``.
///
/// A command has it as `@OptionGroup(title: "Video") @Options var video: VideoArguments`.
protocol OptionTable: Sendable {
    /// Makes all settings, with their parsed values while ``Options`` decodes them, otherwise with the defaults.
    init()
    /// Checks the values together.
    ///
    /// - Throws: `ValidationError`.
    func validate() throws
}

extension OptionTable {
    func validate() throws {}

    /// The settings, in the order of their declarations.
    var settings: [any AnySetting] { Mirror(reflecting: self).children.compactMap { $0.value as? any AnySetting } }

    /// The arguments that give the options their values, without those that have their defaults.
    var words: [String] { settings.flatMap(\.words) }
}

/// A group of options as the parser needs it.
///
/// The parser looks at the properties of a group for its own types, by reflection. This one shows it the declarations
/// of the table's settings, and decodes each from its parsed value.
@propertyWrapper
struct Options<Table: OptionTable>: ParsableArguments, CustomReflectable, OptionDeclarations {
    var wrappedValue = Table()

    init() {}

    init(from decoder: any Decoder) throws {
        let parsed = try ParsedOptions(decoder)
        wrappedValue = ParsedOptions.$current.withValue(parsed) { Table() }
        if let failure = parsed.failure { throw failure }
    }

    func validate() throws { try wrappedValue.validate() }

    var customMirror: Mirror {
        Mirror(self, children: wrappedValue.settings.map { ($0.facts.name, $0.declaration) }, displayStyle: .struct)
    }

    static var facts: [OptionFacts] { Table().settings.map(\.facts) }
}

/// A group of options that says what it declares.
protocol OptionDeclarations: ParsableArguments {
    /// What is known of each option.
    static var facts: [OptionFacts] { get }
}

/// The parsed values of a group, from which its settings are made.
///
/// It is never shared: the parser decodes a group on one thread, and the values are gone when that has ended.
final class ParsedOptions: @unchecked Sendable {
    /// The values for the settings that are being made; `nil` for the defaults.
    @TaskLocal static var current: ParsedOptions?

    private let values: KeyedDecodingContainer<Key>
    /// Why the first value that could not be decoded could not be.
    private(set) var failure: (any Error)?

    /// The name of an option.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(_ decoder: any Decoder) throws { values = try decoder.container(keyedBy: Key.self) }

    /// Decodes one of the parser's properties.
    ///
    /// - Parameter name: The option's name.
    /// - Returns: `nil` on a failure, which is kept.
    func property<Property: Decodable>(_ type: Property.Type, named name: String) -> Property? {
        do {
            return try values.decode(type, forKey: Key(stringValue: name))
        } catch {
            failure = failure ?? error
            return nil
        }
    }
}
