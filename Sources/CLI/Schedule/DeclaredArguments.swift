import ArgumentParser
import Foundation

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

    /// The library's own description of a command (ToolInfo, version 0), as
    /// far as it is looked at.
    private struct Tool: Decodable {
        struct Command: Decodable {
            let arguments: [Argument]
        }
        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String
            }
            struct Completion: Decodable {
                struct Place: Decodable {}
                let file: Place?
                let directory: Place?
            }
            let kind: String
            let names: [Name]?
            let completionKind: Completion?
        }
        let command: Command
    }

    /// Reads the declarations.
    init() throws {
        let tool = try JSONDecoder().decode(Tool.self, from: Data(RecordCommand._dumpHelp().utf8))
        var kinds: [String: Kind] = [:]
        for argument in tool.command.arguments {
            for name in argument.names ?? [] {
                let completion = argument.completionKind
                let isPath = completion?.file != nil || completion?.directory != nil
                let isTemplate = argument.names?.contains { $0.name == "output" } == true
                kinds[(name.kind == "long" ? "--" : "-") + name.name] =
                    argument.kind == "flag" ? .flag : isTemplate ? .template : isPath ? .path : .value
            }
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
