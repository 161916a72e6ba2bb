/// The options of a command line, found before it is parsed.
struct TypedOptions {
    /// The last value of each option by its long name; none of a flag.
    private(set) var values: [String: String?] = [:]
    /// What `--profile` names, in order.
    private(set) var profiles: [String] = []
    /// What `--config` names.
    var config: String? { values["config"] ?? nil }
    /// Whether no configuration file shall be read.
    var ignoresConfiguration: Bool { values.keys.contains("no-config") }
    /// Whether nothing is to be run.
    private(set) var asksForHelp = false

    /// Looks at arguments up to `--`.
    ///
    /// A value never begins with a dash, except behind an equals sign: the
    /// parser takes none that does.
    ///
    /// - Parameter options: Those that the command has, for their letters and
    ///   for those that turn a flag off.
    init(_ arguments: some Collection<String>, options: [KnownOption]) {
        var rest = arguments[...]
        while let argument = rest.popFirst(), argument != "--" {
            if argument == "-h" || argument.hasPrefix("--help") || argument == "--version" { asksForHelp = true }
            guard argument.hasPrefix("--") else {
                note(lettersOf: argument, options)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first.map(String.init) ?? ""
            let value = parts.count > 1 ? String(parts[1]) : rest.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
            let turnedOff = name.hasPrefix("no-") ? options.first { $0.turnsOff && "no-\($0.name)" == name } : nil
            values.updateValue(value, forKey: turnedOff?.name ?? name)
            if name == "profile", let value { profiles.append(value) }
        }
    }

    /// Takes `-qv` for the options of both letters.
    private mutating func note(lettersOf argument: String, _ options: [KnownOption]) {
        guard argument.hasPrefix("-") else { return }
        for letter in argument.dropFirst() {
            guard let option = options.first(where: { $0.letters.contains(String(letter)) }) else { continue }
            values.updateValue(nil, forKey: option.name)
        }
    }
}
