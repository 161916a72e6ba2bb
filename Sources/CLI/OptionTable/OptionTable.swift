import ArgumentParser
import Synchronization

/// A group of options; each property is a ``Setting``, or a table that this one has.
///
/// A command has it as `@OptionGroup(title: "Video") @Options var video: VideoArguments`.
protocol OptionTable: Sendable {
    /// Makes all settings, with the values of ``OptionValues/current``, otherwise with the defaults.
    init()
    /// Checks the values together (default: as the declarations say).
    ///
    /// - Throws: `ValidationError`.
    func validate() throws
}

/// A group of options that the configuration file and profiles can set.
protocol ConfigurableTable: OptionTable {}

extension OptionTable {
    /// What is known of each option.
    static var facts: [OptionFacts] { OptionDeclarations.of(Self.self).map(\.facts) }

    func validate() throws { try checkCombinations() }

    /// Rejects options that need missing ones, and those that exclude each other.
    func checkCombinations() throws {
        let settings = settings
        let used = settings.filter { !$0.isDefault }.map(\.facts)
        for option in used {
            // The command checks what is needed of other tables.
            if let (name, values) = option.requirement, let needed = settings.first(where: { $0.facts.name == name }),
                values.isEmpty ? needed.isDefault : !needed.texts.contains(where: values.contains)
            {
                let ways = values.isEmpty ? ["--\(name)"] : values.map { "--\(name) \($0)" }
                throw ValidationError("--\(option.name) needs \(ways.joined(separator: " or ")).")
            }
            if let other = used.first(where: { option.excluded.contains($0.name) }) {
                throw ValidationError("--\(option.name) and --\(other.name) cannot be combined.")
            }
        }
    }

    /// The settings, in the order of their declarations.
    var settings: [any AnySetting] {
        Mirror(reflecting: self).children.flatMap { child -> [any AnySetting] in
            if let setting = child.value as? any AnySetting { return [setting] }
            return (child.value as? any OptionTable)?.settings ?? []
        }
    }

    /// The arguments that give the options their values in any working folder, without those that have their defaults.
    var words: [String] { settings.flatMap(\.words) }
}

/// A group of options as the parser needs it.
///
/// The parser looks at the properties of a group for its own types, by reflection. This one shows it the declarations
/// of the table's settings, and decodes each from its parsed value.
@propertyWrapper
struct Options<Table: OptionTable>: ParsableArguments, CustomReflectable {
    private var parsed: Table?

    /// The table; with the defaults before parsing.
    var wrappedValue: Table {
        get { parsed ?? Table() }
        set { parsed = newValue }
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try OptionValues(decoder, written: OptionParsing.written)
        parsed = OptionValues.$current.withValue(values) { Table() }
        if let failure = values.failure { throw failure }
    }

    func validate() throws {
        if !OptionParsing.isTentative { try wrappedValue.validate() }
    }

    var customMirror: Mirror {
        let declarations = OptionDeclarations.of(Table.self)
        return Mirror(
            self, children: declarations.map { (label: $0.facts.name, value: $0.property) }, displayStyle: .struct)
    }
}

/// The declarations of tables.
///
/// The parser asks for them dozens of times for each command line.
enum OptionDeclarations {
    /// An option, and the parser's property that declares it.
    typealias Declaration = (facts: OptionFacts, property: any Sendable)

    private struct Key: Hashable {
        let table: ObjectIdentifier
        let isShort: Bool
    }

    private static let known = Mutex<[Key: [Declaration]]>([:])

    /// Returns the declarations of a table, in its order.
    static func of(_ table: any OptionTable.Type) -> [Declaration] {
        let key = Key(table: ObjectIdentifier(table), isShort: Help.isShort)
        if let declarations = known.withLock({ $0[key] }) { return declarations }
        let settings = OptionValues.$current.withValue(nil) { table.init().settings }
        let declarations = settings.map { ($0.facts, $0.declaration) }
        known.withLock { $0[key] = declarations }
        return declarations
    }
}

/// How a command line is being parsed.
enum OptionParsing {
    /// The settings of the configuration and the profiles, for options that are not typed.
    @TaskLocal static var written: [String: WrittenSetting] = [:]
    /// Whether options are parsed only to find out which are typed; what they need may be in the configuration.
    @TaskLocal static var isTentative = false
}

/// Arguments that have the options of tables.
protocol OptionTableGroup {
    static var tables: [any OptionTable.Type] { get }
    /// The options that were typed, with their last values.
    var typedOptions: [String: String] { get }
    /// The settings, after parsing.
    var settings: [any AnySetting] { get }
}

extension Options: OptionTableGroup {
    static var tables: [any OptionTable.Type] { [Table.self] }

    var settings: [any AnySetting] { wrappedValue.settings }

    var typedOptions: [String: String] {
        Dictionary(settings.filter(\.isTyped).map { ($0.facts.name, $0.texts.last ?? "") }) { $1 }
    }
}

extension OptionGroup: OptionTableGroup {
    static var tables: [any OptionTable.Type] {
        (Value.self as? any OptionTableGroup.Type)?.tables ?? Value.tablesOfGroups
    }

    var typedOptions: [String: String] {
        (wrappedValue as? any OptionTableGroup)?.typedOptions ?? wrappedValue.typedOptionsOfGroups
    }

    var settings: [any AnySetting] {
        (wrappedValue as? any OptionTableGroup)?.settings ?? wrappedValue.settingsOfGroups
    }
}

extension ParsableArguments {
    /// The tables of the groups.
    static var tablesOfGroups: [any OptionTable.Type] {
        Mirror(reflecting: Self()).children.compactMap { $0.value as? any OptionTableGroup }
            .flatMap { type(of: $0).tables }
    }

    /// What is known of the options of all groups.
    static var optionsOfGroups: [OptionFacts] { tablesOfGroups.flatMap { $0.facts } }

    private var groups: [any OptionTableGroup] {
        Mirror(reflecting: self).children.compactMap { $0.value as? any OptionTableGroup }
    }

    /// The options that were typed, in all groups.
    var typedOptionsOfGroups: [String: String] {
        groups.reduce(into: [:]) { all, group in all.merge(group.typedOptions) { $1 } }
    }

    /// The settings of all groups, after parsing.
    var settingsOfGroups: [any AnySetting] { groups.flatMap(\.settings) }
}

/// The values of which the settings of a table are made.
///
/// It is never shared: the parser decodes a group on one thread, and the values are gone when that has ended.
final class OptionValues: @unchecked Sendable {
    /// The values for the settings that are being made; `nil` for the defaults.
    @TaskLocal static var current: OptionValues?

    private let parsed: KeyedDecodingContainer<Key>
    private let written: [String: WrittenSetting]
    /// Why the first value that could not be decoded could not be.
    private(set) var failure: (any Error)?

    /// The name of an option.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(_ decoder: any Decoder, written: [String: WrittenSetting]) throws {
        parsed = try decoder.container(keyedBy: Key.self)
        self.written = written
    }

    /// Decodes one of the parser's properties.
    ///
    /// - Parameter name: The option's name.
    /// - Returns: `nil` on a failure, which is kept.
    func property<Property: Decodable>(_ type: Property.Type, named name: String) -> Property? {
        do {
            return try parsed.decode(type, forKey: Key(stringValue: name))
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    /// Returns the values of an option that a file sets.
    func written(_ option: OptionFacts) -> [String]? { written[option.name]?.texts }
}
