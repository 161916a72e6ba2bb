import ArgumentParser

/// The options of `record` in a batch.
///
/// Their values are templates, which each row completes, so they are kept as written.
struct RowOptions: ParsableArguments, CustomReflectable, OptionTableGroup {
    static let tables: [any OptionTable.Type] = [
        PageArguments.self, ScreenshotArguments.self, SignalArguments.self, SignalAddressArguments.self,
        ExpectArguments.self, ClockArguments.self, CaptureArguments.self, VideoArguments.self, StreamArguments.self,
        CaptionArguments.self, SoundArguments.self, PageSoundArguments.self,
    ]
    /// What is known of the options, by name.
    static let facts = OptionFacts.byName(in: tables)

    /// The typed options, and those of the configuration, in the order of the tables.
    private(set) var templates: [WrittenSetting] = []
    private var typed: Set<String> = []

    var typedOptions: [String: String] {
        Dictionary(templates.filter { typed.contains($0.option) }.map { ($0.option, $0.texts.last ?? "") }) { $1 }
    }

    var settings: [any AnySetting] { [] }

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try OptionValues(decoder, written: OptionParsing.written)
        for option in Self.tables.flatMap({ $0.facts }) {
            if let texts = values.texts(of: option) {
                typed.insert(option.name)
                templates.append(WrittenSetting(option: option.name, texts: texts))
            } else if let texts = values.written(option) {
                templates.append(WrittenSetting(option: option.name, texts: texts))
            }
        }
        if let failure = values.failure { throw failure }
    }

    /// The parser's properties by the options' names.
    private static let declarations: [(name: String, property: any Sendable)] = tables.flatMap { $0.facts }.map {
        ($0.name, property(of: $0))
    }

    private static func property(of option: OptionFacts) -> any Sendable {
        let help = ArgumentHelp.hidden
        switch option.kind {
        case .flag where option.turnsOff: return Flag<Bool?>(name: option.names, inversion: .prefixedNo, help: help)
        case .flag: return Flag<Bool>(wrappedValue: false, name: option.names, help: help)
        case .value: return Option<String?>(name: option.names, parsing: option.parsing, help: help)
        case .values: return Option<[String]>(wrappedValue: [], name: option.names, help: help)
        }
    }

    var customMirror: Mirror {
        Mirror(self, children: Self.declarations.map { (label: $0.name, value: $0.property) }, displayStyle: .struct)
    }
}

extension OptionValues {
    /// Returns the values of an option that is parsed as text; `nil` if it was not typed.
    fileprivate func texts(of option: OptionFacts) -> [String]? {
        switch option.kind {
        case .flag where option.turnsOff:
            property(Flag<Bool?>.self, named: option.name)?.wrappedValue.map { ["\($0)"] }
        case .flag: property(Flag<Bool>.self, named: option.name)?.wrappedValue == true ? ["true"] : nil
        case .value: property(Option<String?>.self, named: option.name)?.wrappedValue.map { [$0] }
        case .values:
            property(Option<[String]>.self, named: option.name).flatMap {
                $0.wrappedValue.isEmpty ? nil : $0.wrappedValue
            }
        }
    }
}
