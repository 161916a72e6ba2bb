import ArgumentParser
import Foundation

/// An option as its command declares it.
struct KnownOption: Sendable {
    /// The long name, without dashes.
    let name: String
    /// Whether it takes no value.
    let isFlag: Bool
    /// Whether `--no-NAME` turns the flag off.
    let turnsOff: Bool
    /// Whether it may be given more than once.
    let isRepeatable: Bool
    /// Whether its value is the name of a file or folder.
    let namesFile: Bool
    /// The short names, such as `q`.
    let letters: [String]
    /// The group that declares it.
    let group: any ParsableArguments.Type

    /// Returns the options that a group of arguments declares.
    static func all(in group: any ParsableArguments.Type) -> [KnownOption] {
        if let declared = group as? any OptionDeclarations.Type {
            return declared.facts.map { KnownOption($0, group: group) }
        }
        // ArgumentParser describes its own declarations, and its version is pinned.
        guard let description = try? JSONDecoder().decode(Declarations.self, from: Data(group._dumpHelp().utf8)) else {
            preconditionFailure("\(group) is described in an unknown form")
        }
        let declared = description.command.arguments ?? []
        let flags = Set(declared.filter { $0.kind == "flag" }.compactMap(\.longName))
        return declared.compactMap { argument in
            guard let name = argument.longName, argument.kind != "positional", !argument.asksForHelp else { return nil }
            // The second name of an on-off pair.
            if name.hasPrefix("no-"), flags.contains(String(name.dropFirst(3))) { return nil }
            return KnownOption(
                name: name, isFlag: flags.contains(name), turnsOff: flags.contains("no-\(name)"),
                isRepeatable: argument.isRepeating, namesFile: argument.completionKind?.namesFile == true,
                letters: argument.names?.filter { $0.kind == "short" }.map(\.name) ?? [], group: group)
        }
    }

    /// Returns the options of several groups by their names; of equal names, the first.
    static func byName(in groups: [any ParsableArguments.Type]) -> [String: KnownOption] {
        Dictionary(groups.flatMap { all(in: $0) }.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Checks a value as the command would.
    ///
    /// - Throws: `ValidationError` with what is wrong.
    func check(_ setting: WrittenSetting) throws {
        let companion = OptionRules.requirement(of: name).map { ["--\($0)=any"] } ?? []
        do {
            _ = try group.parse(companion + setting.arguments(for: self))
        } catch {
            throw ValidationError(UsageError.sentence(group.message(for: error)))
        }
    }
}

extension KnownOption {
    fileprivate init(_ facts: OptionFacts, group: any ParsableArguments.Type) {
        name = facts.name
        isFlag = if case .flag = facts.kind { true } else { false }
        turnsOff = facts.kind == .flag(turnsOff: true)
        isRepeatable = facts.kind == .values
        namesFile = facts.namesFile
        letters = []
        self.group = group
    }
}

/// The parts of ArgumentParser's ToolInfoV0 that are used here.
private struct Declarations: Decodable {
    struct Command: Decodable {
        let arguments: [Argument]?
    }

    struct Argument: Decodable {
        let kind: String
        let isRepeating: Bool
        let names: [Name]?
        let completionKind: Completion?

        var asksForHelp: Bool { names?.contains { $0.name == "help" } == true }

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
