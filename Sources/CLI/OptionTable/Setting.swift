import ArgumentParser
import Notation

/// An option and its value, declared as a property of an ``OptionTable``.
///
/// ```swift
/// @Setting("fps", "Frames per second. (default: 30)", .frameRate, as: "rate") var fps: FrameRate?
/// ```
///
/// What the declaration says is said nowhere else: the parser, the configuration, and the command that repeats a
/// recording read it.
@propertyWrapper
struct Setting<Value: Sendable>: AnySetting {
    /// The value: given, or the default.
    var wrappedValue: Value
    let facts: OptionFacts
    private let declare: @Sendable () -> any Sendable
    private let write: @Sendable (Value) -> [String]

    var declaration: any Sendable { declare() }
    var words: [String] { write(wrappedValue) }

    /// - Parameters:
    ///   - fallback: The default.
    ///   - declare: Makes the parser's property, anew for each length of help.
    ///   - value: Returns the value of that property when it is parsed.
    ///   - write: Returns a value's arguments, none for the default.
    private init<Property: Decodable & Sendable>(
        _ facts: OptionFacts, default fallback: Value, declare: @escaping @Sendable () -> Property,
        value: (Property) -> Value, write: @escaping @Sendable (Value) -> [String]
    ) {
        self.facts = facts
        self.declare = declare
        self.write = write
        wrappedValue = ParsedOptions.current?.property(Property.self, named: facts.name).map(value) ?? fallback
    }

    /// Declares an option whose value is written in a form.
    ///
    /// - Parameters:
    ///   - name: The long name, without dashes.
    ///   - help: What it does, as sentences.
    ///   - form: How a value is written.
    ///   - valueName: The word for the value in help.
    ///   - isDetail: Whether only `--help-all` shows it.
    ///   - isFile: Whether the value is the name of a file.
    ///   - allowsDash: Whether a value may begin with a dash.
    init<Element: Sendable>(
        _ name: String, _ help: String, _ form: Form<Element>, as valueName: String, detail isDetail: Bool = false,
        file isFile: Bool = false, dash allowsDash: Bool = false
    ) where Value == Element? {
        let facts = OptionFacts(
            name: name, kind: .value, help: help, valueName: valueName, isDetail: isDetail, namesFile: isFile)
        self.init(facts, default: nil) {
            Option<Element?>(
                name: .customLong(name), parsing: allowsDash ? .unconditional : .next, help: facts.argumentHelp,
                completion: isFile ? .file() : nil, transform: reading(form))
        } value: {
            $0.wrappedValue
        } write: {
            $0.map { facts.words(form.write($0)) } ?? []
        }
    }

    /// Declares an option whose value is one of several words.
    init<Element: Sendable & ExpressibleByArgument & RawRepresentable<String>>(
        _ name: String, _ help: String, as valueName: String, detail isDetail: Bool = false
    ) where Value == Element? {
        let facts = OptionFacts(name: name, kind: .value, help: help, valueName: valueName, isDetail: isDetail)
        self.init(facts, default: nil) {
            Option<Element?>(name: .customLong(name), help: facts.argumentHelp)
        } value: {
            $0.wrappedValue
        } write: {
            $0.map { facts.words($0.rawValue) } ?? []
        }
    }

    /// Declares an option whose value is one of several words, with a default, which help shows.
    init(
        wrappedValue: Value, _ name: String, _ help: String, as valueName: String, detail isDetail: Bool = false
    ) where Value: ExpressibleByArgument & RawRepresentable<String> & Equatable {
        let facts = OptionFacts(name: name, kind: .value, help: help, valueName: valueName, isDetail: isDetail)
        self.init(facts, default: wrappedValue) {
            Option<Value>(wrappedValue: wrappedValue, name: .customLong(name), help: facts.argumentHelp)
        } value: {
            $0.wrappedValue
        } write: {
            $0 == wrappedValue ? [] : facts.words($0.rawValue)
        }
    }

    /// Declares a flag, with its default.
    ///
    /// - Parameter turnsOff: Whether `--no-NAME` turns it off.
    init(
        wrappedValue: Bool, _ name: String, _ help: String, turnsOff: Bool = true, detail isDetail: Bool = false
    ) where Value == Bool {
        let facts = OptionFacts(name: name, kind: .flag(turnsOff: turnsOff), help: help, isDetail: isDetail)
        self.init(facts, default: wrappedValue) {
            turnsOff
                ? Flag<Bool>(
                    wrappedValue: wrappedValue, name: .customLong(name), inversion: .prefixedNo,
                    help: facts.argumentHelp)
                : Flag<Bool>(wrappedValue: wrappedValue, name: .customLong(name), help: facts.argumentHelp)
        } value: {
            $0.wrappedValue
        } write: {
            $0 == wrappedValue ? [] : [$0 ? "--\(name)" : "--no-\(name)"]
        }
    }
}

/// An option and its value, whatever their types.
protocol AnySetting: Sendable {
    /// What is known of the option.
    var facts: OptionFacts { get }
    /// The parser's declaration: an `Option` or a `Flag`.
    var declaration: any Sendable { get }
    /// The arguments that give the option its value; none if it has the default.
    var words: [String] { get }
}
