import ArgumentParser
import Notation

/// An option and its value, declared as a property of an ``OptionTable``.
///
/// ```swift
/// @Setting("fps", "Frames per second. (default: 30)", .frameRate, as: "rate") var fps: FrameRate?
/// ```
///
/// What the declaration says is said nowhere else: the parser, the configuration, batches, and the command that repeats a
/// recording read it.
@propertyWrapper
struct Setting<Value: Sendable>: AnySetting {
    /// The value: given, or the default.
    var wrappedValue: Value
    let facts: OptionFacts
    let isTyped: Bool
    private let declare: @Sendable () -> any Sendable
    private let write: @Sendable (Value) -> [String]
    private let isFallback: @Sendable (Value) -> Bool

    var declaration: any Sendable { declare() }
    var texts: [String] { write(wrappedValue) }
    var isDefault: Bool { isFallback(wrappedValue) }

    /// - Parameters:
    ///   - fallback: The default.
    ///   - isFallback: Whether a value is the default.
    ///   - read: Reads the values of a file; each was checked before.
    ///   - write: Returns a value's texts.
    ///   - declare: Makes the parser's property, anew for each length of help.
    ///   - typed: Returns the value of that property; `nil` if the option was not typed.
    private init<Property: Decodable & Sendable>(
        _ facts: OptionFacts, default fallback: Value, isFallback: @escaping @Sendable (Value) -> Bool,
        read: ([String]) -> Value?, write: @escaping @Sendable (Value) -> [String],
        declare: @escaping @Sendable () -> Property, typed: (Property) -> Value?
    ) {
        self.facts = facts
        self.declare = declare
        self.write = write
        self.isFallback = isFallback
        let source = OptionValues.current
        let typed = source?.property(Property.self, named: facts.name).flatMap(typed)
        isTyped = typed != nil
        wrappedValue = typed ?? source?.written(facts).flatMap(read) ?? fallback
    }

    /// An option with one value.
    private init<Element: Sendable>(
        _ facts: OptionFacts, _ form: Form<Element>, default fallback: Value,
        isFallback: @escaping @Sendable (Value) -> Bool, value: (Element) -> Value,
        write: @escaping @Sendable (Value) -> [String]
    ) {
        let read = { (texts: [String]) in texts.last.flatMap(form.read).map(value) }
        if facts.isRequired {
            self.init(facts, default: fallback, isFallback: { _ in false }, read: read, write: write) {
                Option<Element>(
                    name: facts.names, parsing: facts.parsing, help: facts.argumentHelp, completion: facts.completion,
                    transform: reading(form))
            } typed: {
                value($0.wrappedValue)
            }
        } else {
            self.init(facts, default: fallback, isFallback: isFallback, read: read, write: write) {
                Option<Element?>(
                    name: facts.names, parsing: facts.parsing, help: facts.argumentHelp, completion: facts.completion,
                    transform: reading(form))
            } typed: {
                $0.wrappedValue.map(value)
            }
        }
    }

    /// Declares an option whose value is written in a form.
    ///
    /// - Parameters:
    ///   - name: The long name, without dashes.
    ///   - help: What it does, as sentences.
    ///   - form: How a value is written.
    ///   - valueName: The word for the value in help (default: the name).
    init<Element: Sendable>(
        _ name: String, _ help: String, _ form: Form<Element>, as valueName: String? = nil, _ traits: OptionTrait...
    ) where Value == Element? {
        let facts = OptionFacts(
            name, .value, help, valueName: valueName, shape: form.shape, traits, check: checking(form))
        self.init(facts, form, default: nil, isFallback: { $0 == nil }) {
            $0
        } write: {
            $0.map { [form.write($0)] } ?? []
        }
    }

    /// Declares an option whose value is written in a form, with a default.
    init(
        wrappedValue: Value, _ name: String, _ help: String, _ form: Form<Value>, as valueName: String? = nil,
        _ traits: OptionTrait...
    ) where Value: Equatable {
        let facts = OptionFacts(
            name, .value, help, valueName: valueName, shape: form.shape, traits, check: checking(form))
        self.init(facts, form, default: wrappedValue, isFallback: { $0 == wrappedValue }) {
            $0
        } write: {
            [form.write($0)]
        }
    }

    /// Declares a repeatable option.
    init<Element: Sendable>(
        _ name: String, _ help: String, _ form: Form<Element>, as valueName: String, _ traits: OptionTrait...
    ) where Value == [Element] {
        let facts = OptionFacts(
            name, .values, help, valueName: valueName, shape: form.shape, traits, check: checking(form))
        self.init(
            facts, default: [], isFallback: \.isEmpty, read: { $0.compactMap(form.read) }, write: { $0.map(form.write) }
        ) {
            facts.isRequired
                ? Option<[Element]>(
                    name: facts.names, parsing: facts.parsingOfAll, help: facts.argumentHelp,
                    completion: facts.completion, transform: reading(form))
                : Option(
                    wrappedValue: [], name: facts.names, parsing: facts.parsingOfAll, help: facts.argumentHelp,
                    completion: facts.completion, transform: reading(form))
        } typed: {
            $0.wrappedValue.isEmpty ? nil : $0.wrappedValue
        }
    }

    /// Declares an option whose value is one of several words.
    init<Element: Sendable & CaseIterable & RawRepresentable<String>>(
        _ name: String, _ help: String, as valueName: String, _ traits: OptionTrait...
    ) where Value == Element? {
        let words = Element.allCases.map(\.rawValue)
        let form = Form<Element>.word
        let facts = OptionFacts(
            name, .value, "\(help) (values: \(words.joined(separator: ", ")))", valueName: valueName, words: words,
            shape: form.shape, traits, check: checking(form))
        self.init(facts, form, default: nil, isFallback: { $0 == nil }) {
            $0
        } write: {
            $0.map { [$0.rawValue] } ?? []
        }
    }

    /// Declares an option whose value is one of several words, with a default, which help shows.
    init(
        wrappedValue: Value, _ name: String, _ help: String, as valueName: String, _ traits: OptionTrait...
    ) where Value: CaseIterable & RawRepresentable<String> & Equatable {
        let words = Value.allCases.map(\.rawValue)
        let form = Form<Value>.word
        let values = "(values: \(words.joined(separator: ", ")); default: \(wrappedValue.rawValue))"
        let facts = OptionFacts(
            name, .value, "\(help) \(values)", valueName: valueName, words: words, shape: form.shape,
            traits, check: checking(form))
        self.init(facts, form, default: wrappedValue, isFallback: { $0 == wrappedValue }) {
            $0
        } write: {
            [$0.rawValue]
        }
    }

    /// Declares a flag, with its default.
    init(wrappedValue: Bool, _ name: String, _ help: String, _ traits: OptionTrait...) where Value == Bool {
        let plain = OptionFacts(name, .flag, help, traits)
        let shown = plain.turnsOff ? "\(help) (default: --\(wrappedValue ? "" : "no-")\(name))" : help
        let facts = OptionFacts(name, .flag, shown, traits)
        let read: ([String]) -> Bool? = { $0.last.map { $0 == "true" } }
        let write: @Sendable (Bool) -> [String] = { ["\($0)"] }
        if facts.turnsOff {
            self.init(facts, default: wrappedValue, isFallback: { $0 == wrappedValue }, read: read, write: write) {
                Flag<Bool?>(name: facts.names, inversion: .prefixedNo, help: facts.argumentHelp)
            } typed: {
                $0.wrappedValue
            }
        } else {
            self.init(facts, default: wrappedValue, isFallback: { $0 == wrappedValue }, read: read, write: write) {
                Flag<Bool>(wrappedValue: wrappedValue, name: facts.names, help: facts.argumentHelp)
            } typed: {
                $0.wrappedValue ? true : nil
            }
        }
    }
}

/// An option and its value, whatever their types.
protocol AnySetting: Sendable {
    /// What is known of the option.
    var facts: OptionFacts { get }
    /// Whether the value was given on the command line.
    var isTyped: Bool { get }
    /// The parser's declaration: an `Option` or a `Flag`.
    var declaration: any Sendable { get }
    /// The value as it is written: several texts for a repeatable option, `true` or `false` for a flag, none for no value.
    var texts: [String] { get }
    /// Whether the value is the default.
    var isDefault: Bool { get }
}

extension AnySetting {
    /// The arguments that give the option its value in this working folder.
    var arguments: [String] { WrittenSetting(option: facts.name, texts: texts).arguments(for: facts) }

    /// The arguments that give the option its value in any working folder, as people may see them; none if it has the
    /// default.
    var words: [String] {
        guard !isDefault else { return [] }
        guard facts.kind != .flag else { return arguments }
        return texts.flatMap { facts.words(facts.hide(facts.isFileName($0) ? wholePath($0) : $0)) }
    }
}

/// Returns the parser of an option's value, which throws `ValidationError` with the accepted form.
private func reading<Value>(_ form: Form<Value>) -> @Sendable (String) throws -> Value {
    { text in
        guard let value = form.read(text) else { throw ValidationError(form.advice(text)) }
        return value
    }
}

/// Returns the check of a value as it is written.
private func checking<Value>(_ form: Form<Value>) -> @Sendable (String) throws -> Void {
    { _ = try reading(form)($0) }
}
