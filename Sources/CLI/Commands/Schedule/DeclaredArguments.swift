/// The kinds of the arguments of `pagereel record`, from its declarations:
/// those with completions for files and folders are paths.
struct DeclaredArguments {
    /// The kind of an option's value.
    enum Kind {
        case flag
        case value
        case path
        /// A path with strftime(3) conversions.
        case template
    }

    /// The kinds by the options' names, with dashes.
    private let kinds: [String: Kind]

    private static let templates = ["output", "live-photo", "motion-photo"]

    /// Reads the declarations.
    init() {
        var kinds: [String: Kind] = [:]
        for option in KnownOption.all(in: RecordCommand.self) {
            let kind: Kind =
                option.isFlag
                ? .flag : Self.templates.contains(option.name) ? .template : option.namesFile ? .path : .value
            for name in ["--\(option.name)"] + option.letters.map({ "-\($0)" }) { kinds[name] = kind }
        }
        self.kinds = kinds
    }

    /// Replaces the paths among arguments.
    ///
    /// - Parameters:
    ///   - arguments: Valid arguments, without the subcommand's name.
    ///   - path: Replaces an option's value of a kind.
    ///   - page: Replaces the page.
    func replacing(
        in arguments: [String], path: (String, Kind) -> String, page: (String) -> String
    ) -> [String] {
        var replaced: [String] = []
        var awaited: Kind?
        var hasOptions = true
        for argument in arguments {
            if let kind = awaited {
                replaced.append(path(argument, kind))
                awaited = nil
            } else if hasOptions, argument == "--" {
                hasOptions = false
                replaced.append(argument)
            } else if hasOptions, argument.hasPrefix("-"), argument.count > 1 {
                let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                // The last of grouped short options, such as -vo, may have a
                // value.
                let isGroup = !argument.hasPrefix("--")
                let name = isGroup ? "-\(parts[0].last ?? "-")" : String(parts[0])
                let kind = kinds[name] ?? .flag
                if parts.count == 2 {
                    replaced.append("\(parts[0])=\(path(String(parts[1]), kind))")
                } else {
                    replaced.append(argument)
                    awaited = kind == .flag ? nil : kind
                }
            } else {
                replaced.append(page(argument))
            }
        }
        return replaced
    }
}
