import ArgumentParser
import Foundation
import Notation

/// What is known of an option, whatever the type of its value.
struct OptionFacts: Sendable {
    /// What follows the option's name.
    enum Kind: Sendable, Equatable {
        /// Nothing: the option turns something on.
        case flag
        /// One value.
        case value
        /// One value each time; the option is repeatable.
        case values
    }

    /// The long name, without dashes.
    let name: String
    let kind: Kind
    /// What the option does, as sentences.
    let help: String
    /// The word for the value in help (default: the option's name).
    let valueName: String?
    /// The words that are its values; empty if others are values too.
    let words: [String]
    /// What schemas say of a value.
    let shape: ValueShape
    /// The letter of its short name.
    private(set) var letter: Character?
    /// Whether `--no-NAME` turns the flag off.
    private(set) var turnsOff: Bool
    /// Whether the option must be given.
    private(set) var isRequired = false
    /// Whether only `--help-all` shows the option.
    private(set) var isDetail = false
    /// Whether the value is the name of a file or folder.
    private(set) var namesFile = false
    /// Whether a value is a text in place of the name of a file.
    private(set) var isText: @Sendable (String) -> Bool = { _ in false }
    /// Whether the value is the name of a folder, which may have to be created.
    private(set) var namesFolder = false
    /// Whether the name has strftime(3) conversions.
    private(set) var isTemplate = false
    /// How its one value is found.
    private(set) var parsing = SingleValueParsingStrategy.next
    /// How its values are found.
    private(set) var parsingOfAll = ArrayParsingStrategy.singleValue
    /// Whether the command that repeats a recording has the option.
    private(set) var isRepeated = true
    /// Writes a value for people who must not see all of it.
    private(set) var hide: @Sendable (String) -> String = { $0 }
    /// What the shell proposes as values.
    private(set) var completion: CompletionKind?
    /// The option that this one needs, and the values that it may have for that (default: any but its default).
    private(set) var requirement: (option: String, values: [String])?
    /// The options that cannot be combined with this one.
    private(set) var excluded: [String] = []
    private var displaced: @Sendable (String?) -> [String] = { _ in [] }
    /// Checks a value, as it is written.
    ///
    /// - Throws: `ValidationError`.
    let check: @Sendable (String) throws -> Void

    init(
        _ name: String, _ kind: Kind, _ help: String, valueName: String? = nil, words: [String] = [],
        shape: ValueShape = .text, _ traits: [OptionTrait],
        check: @escaping @Sendable (String) throws -> Void = { _ in }
    ) {
        self.name = name
        self.kind = kind
        self.help = help
        self.valueName = valueName
        self.words = words
        self.shape = shape
        self.check = check
        turnsOff = kind == .flag
        if !words.isEmpty { completion = .list(words) }
        for trait in traits { add(trait) }
    }

    private mutating func add(_ trait: OptionTrait) {
        switch trait {
        case .detail: isDetail = true
        case .letter(let letter): self.letter = letter
        case .onOnly: turnsOff = false
        case .required: isRequired = true
        case .dash: parsing = .unconditional
        case .rest: parsingOfAll = .remaining
        case .file: (namesFile, completion) = (true, .file())
        case .fileUnless(let isText): (namesFile, completion, self.isText) = (true, .file(), isText)
        case .template: (namesFile, isTemplate, completion) = (true, true, .file())
        case .files(let extensions): (namesFile, completion) = (true, .file(extensions: extensions))
        case .folder: (namesFile, namesFolder, completion) = (true, true, .directory)
        case .completed(let kind): completion = kind
        case .requires(let option, let values): requirement = (option, values)
        case .excludes(let options): excluded = options
        case .displaces(let options): displaced = options
        case .notRepeated: isRepeated = false
        case .hidden(let hide): self.hide = hide
        }
    }

    /// Returns what is known of the options of several tables, by their names; of equal names, the first.
    static func byName(in tables: [any OptionTable.Type]) -> [String: OptionFacts] {
        Dictionary(tables.flatMap { $0.facts }.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Returns the options that this one displaces where they were set with less weight, such as in a profile.
    ///
    /// - Parameter value: Its value, as it is written.
    func displaced(by value: String?) -> [String] { excluded + displaced(value) }

    /// The long names, without dashes.
    var longNames: [String] { turnsOff ? [name, "no-\(name)"] : [name] }

    /// The names, for the parser.
    var names: NameSpecification {
        letter.map { [.customShort($0), .customLong(name)] } ?? .customLong(name)
    }

    /// The help, for the parser.
    var argumentHelp: ArgumentHelp {
        ArgumentHelp(help, valueName: valueName, visibility: isDetail ? .detail : .default)
    }

    /// Whether a value is the name of a file or folder.
    func isFileName(_ value: String) -> Bool { namesFile && !isText(value) }

    /// Returns the arguments that give the option a value.
    func words(_ value: String) -> [String] {
        // A separate value that begins with a dash would be parsed as an option.
        value.hasPrefix("-") ? ["--\(name)=\(value)"] : [letter.map { "-\($0)" } ?? "--\(name)", value]
    }
}

/// What an option is, beyond its name, help and value.
enum OptionTrait: Sendable {
    /// Only `--help-all` shows it.
    case detail
    /// It has a short name.
    case letter(Character)
    /// The flag is off by default, and there is no `--no-NAME`.
    case onOnly
    /// It must be given, so its default is never used.
    case required
    /// A value may begin with a dash.
    case dash
    /// All arguments behind it are its values.
    case rest
    /// The value is the name of a file.
    case file
    /// The value is the name of a file, or a text that can be told from one.
    case fileUnless(@Sendable (String) -> Bool)
    /// The value is the name of a file, with strftime(3) conversions.
    case template
    /// The value is the name of a file with one of these extensions.
    case files([String])
    /// The value is the name of a folder.
    case folder
    /// What the shell proposes as values.
    case completed(CompletionKind)
    /// It has an effect only with another option, or with some values of that; without it, a default is ignored.
    case requires(String, of: [String] = [])
    /// It cannot be combined with other options.
    case excludes([String])
    /// With a value, it displaces other options where they were set with less weight, such as in a profile.
    case displaces(@Sendable (String?) -> [String])
    /// The command that repeats a recording leaves it out.
    case notRepeated
    /// That command shows a part of the value only.
    case hidden(@Sendable (String) -> String)
}

/// Returns an absolute path.
func wholePath(_ path: String) -> String {
    path.hasPrefix("/") ? path : URL(fileURLWithPath: path).standardizedFileURL.path
}
