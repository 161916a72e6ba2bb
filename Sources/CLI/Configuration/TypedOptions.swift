/// The options of a command line, found before parsing.
struct TypedOptions {
    /// The last value of each option by its long name; `nil` for a flag.
    private(set) var values: [String: String?] = [:]
    /// The values of `--profile`, in order.
    private(set) var profiles: [String] = []
    /// The value of `--config`.
    var config: String? { values["config"] ?? nil }
    /// Whether `--no-config` is given.
    var ignoresConfiguration: Bool { values.keys.contains("no-config") }
    /// Whether help or the version is requested, so that nothing runs.
    private(set) var asksForHelp = false

    /// Scans arguments up to `--`.
    ///
    /// A value begins with a dash only after an equals sign, as the parser
    /// requires.
    ///
    /// - Parameter options: The command's options, for their short names and
    ///   `--no-` names.
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

    /// Notes the options of each letter in an argument like `-qv`.
    private mutating func note(lettersOf argument: String, _ options: [KnownOption]) {
        guard argument.hasPrefix("-") else { return }
        for letter in argument.dropFirst() {
            guard let option = options.first(where: { $0.letters.contains(String(letter)) }) else { continue }
            values.updateValue(nil, forKey: option.name)
        }
    }
}
