import ArgumentParser
import Foundation

/// An option that can be set by its name, as its command declares it.
struct KnownOption: Sendable {
    /// The long name, without dashes.
    let name: String
    /// Whether it stands alone on the command line.
    let isFlag: Bool
    /// Whether `--no-NAME` turns the flag off.
    let turnsOff: Bool
    /// Whether it may be given more than once.
    let isRepeatable: Bool
    /// Whether its value is the name of a file or folder.
    let namesFile: Bool
    /// Its letters, such as `q`.
    let letters: [String]
    /// The group that reads it.
    let group: any ParsableArguments.Type

    /// The options that a group of arguments declares.
    static func all(in group: any ParsableArguments.Type) -> [KnownOption] {
        guard let description = try? JSONDecoder().decode(Declarations.self, from: Data(group._dumpHelp().utf8)) else {
            // The library's own description of what it has just been told.
            preconditionFailure("\(group) is described in an unknown form")
        }
        let declared = description.command.arguments ?? []
        let flags = Set(declared.filter { $0.kind == "flag" }.compactMap(\.longName))
        return declared.compactMap { argument in
            guard let name = argument.longName, argument.kind != "positional", name != "help" else { return nil }
            // The other half of a pair.
            if name.hasPrefix("no-"), flags.contains(String(name.dropFirst(3))) { return nil }
            return KnownOption(
                name: name, isFlag: flags.contains(name), turnsOff: flags.contains("no-\(name)"),
                isRepeatable: argument.isRepeating, namesFile: argument.completionKind?.namesFile == true,
                letters: argument.names?.filter { $0.kind == "short" }.map(\.name) ?? [], group: group)
        }
    }

    /// Reads a value as the command would.
    ///
    /// - Throws: A sentence that says what is wrong with it.
    func check(_ setting: Setting) throws {
        let companion = OptionRules.requirement(of: name).map { ["--\($0)=any"] } ?? []
        do {
            _ = try group.parse(companion + setting.arguments(for: self))
        } catch {
            throw ValidationError(group.message(for: error))
        }
    }
}

/// The part of ArgumentParser's description of a command that is of interest
/// here (its ToolInfoV0).
private struct Declarations: Decodable {
    struct Command: Decodable {
        let arguments: [Argument]?
    }

    struct Argument: Decodable {
        let kind: String
        let isRepeating: Bool
        let names: [Name]?
        let completionKind: Completion?

        var longName: String? { names?.first { $0.kind == "long" }?.name }
    }

    struct Name: Decodable {
        let kind: String
        let name: String
    }

    struct Completion: Decodable {
        struct Place: Decodable {}
        let file: Place?
        let directory: Place?

        var namesFile: Bool { file != nil || directory != nil }
    }

    let command: Command
}
