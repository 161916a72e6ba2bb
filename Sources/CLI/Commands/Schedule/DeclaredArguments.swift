/// What `pagereel record` declares about its arguments, asked of the
/// declarations themselves: those that complete files and folders take paths.
struct DeclaredArguments {
    /// What stands behind an option.
    enum Kind {
        case flag
        case value
        case path
        /// A path in which `%` begins a conversion.
        case template
    }

    /// The kind of each option, by its name with dashes.
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

    /// Gives each path that is an option's or the page's to a closure.
    ///
    /// - Parameters:
    ///   - arguments: What can be parsed, without the subcommand's name.
    ///   - path: Replaces what stands behind an option of a kind.
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
                // Of short ones in a group, such as -vo, the last may have a value.
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
