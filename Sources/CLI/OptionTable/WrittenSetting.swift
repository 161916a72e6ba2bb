import ArgumentParser

/// An option and its value, as a file has them.
struct WrittenSetting: Sendable, Hashable {
    /// The option's long name, without dashes.
    let option: String
    /// The values as they would be typed: several for a repeatable option, `true` or `false` for a flag.
    let texts: [String]
    /// The line in its file, counted from 1.
    var line: Int?

    /// Returns the arguments that set the option.
    func arguments(for option: OptionFacts) -> [String] {
        guard option.kind == .flag else { return texts.map { "--\(option.name)=\($0)" } }
        switch texts.last {
        case "true": return ["--\(option.name)"]
        // A flag that cannot be turned off is off by default.
        case "false" where option.turnsOff: return ["--no-\(option.name)"]
        default: return []
        }
    }
}

extension OptionFacts {
    /// Checks a setting of the option as the command would.
    ///
    /// - Throws: `ValidationError` with what is wrong.
    func check(_ setting: WrittenSetting) throws {
        for text in setting.texts where kind != .flag {
            do {
                try check(text)
            } catch let error as ValidationError {
                let shown = hide(text)
                throw ValidationError(
                    "the value '\(shown)' is invalid for '--\(name) <\(valueName ?? name)>': \(error.message)")
            }
        }
    }
}
