import ArgumentParser
import Foundation

/// A command line completed with the settings of the configuration and the
/// profiles.
///
/// Their arguments are inserted before the typed ones, and all are parsed
/// together, so that an option means the same wherever it is set. Typed options
/// override profiles, which override the file's defaults; of two options that
/// conflict, only the overriding one is kept.
struct ConfiguredCommandLine {
    /// The arguments to parse.
    private(set) var arguments: [String]
    /// Where inserted options come from, by their long names.
    private(set) var origins: [String: String] = [:]

    /// The settings of one place.
    private struct Layer {
        let settings: [WrittenSetting]
        let origin: (WrittenSetting) -> String
    }

    /// Completes a command line.
    ///
    /// - Parameters:
    ///   - typed: The arguments, without the program's name.
    ///   - root: The command that they belong to.
    /// - Throws: ``CommandError``.
    init(
        _ typed: [String], root: any ParsableCommand.Type,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        arguments = typed
        let (command, depth) = root.subcommand(named: typed)
        guard let command = command as? any ConfigurableCommand.Type else { return }
        // The command's own options need not be known to find the configuration.
        let request = TypedOptions(typed.dropFirst(depth), options: [])
        guard !request.asksForHelp else { return }
        let configuration = try Configuration(
            named: request.config, isIgnored: request.ignoresConfiguration, environment: environment)
        guard !configuration.defaults.isEmpty || !request.profiles.isEmpty else { return }

        let options = command.configurableGroups.flatMap { KnownOption.all(in: $0) }
        let typedOptions = TypedOptions(typed.dropFirst(depth), options: options)
        var layers = [Layer(settings: configuration.defaults) { Self.place(configuration.file, line: $0.line) }]
        for name in typedOptions.profiles {
            let profile = try configuration.profile(named: name)
            layers.append(
                Layer(settings: profile.settings) {
                    guard case .file(let file, _) = profile.source else { return "the built-in profile \(name)" }
                    return "the profile \(name) (\(Self.place(file, line: $0.line)))"
                })
        }
        let chosen = Self.choose(from: layers, beside: typedOptions)
        var added: [String] = []
        for option in options {
            guard let (setting, origin) = chosen[option.name] else { continue }
            let arguments = setting.arguments(for: option)
            added += arguments
            if !arguments.isEmpty { origins[option.name] = origin }
        }
        arguments.insert(contentsOf: added, at: depth)
    }

    /// Returns a sentence for each option in a message that was not typed, with
    /// its origin.
    func explanations(of message: String) -> [String] {
        let names = Set(message.matches(of: /--(?:no-)?([a-z][a-z0-9-]*)/).map { String($0.output.1) })
        return names.sorted().compactMap { name in origins[name].map { "--\(name) comes from \($0)." } }
    }

    /// Merges layers; later ones override earlier ones.
    private static func choose(
        from layers: [Layer], beside typed: TypedOptions
    ) -> [String: (setting: WrittenSetting, origin: String)] {
        var chosen: [String: (setting: WrittenSetting, origin: String)] = [:]
        for layer in layers {
            for setting in layer.settings {
                let displaced = setting.isOff ? [] : OptionRules.displaced(by: setting.option, setting.lastText)
                for option in displaced { chosen[option] = nil }
            }
            for setting in layer.settings { chosen[setting.option] = (setting, layer.origin(setting)) }
        }
        for (option, value) in typed.values {
            for option in [option] + OptionRules.displaced(by: option, value) { chosen[option] = nil }
        }
        return chosen.filter { option, _ in
            guard let needed = OptionRules.requirement(of: option) else { return true }
            return chosen[needed] != nil || typed.values.keys.contains(needed)
        }
    }

    private static func place(_ file: String?, line: Int?) -> String {
        (file ?? "the configuration") + (line.map { ", line \($0)" } ?? "")
    }
}

extension ParsableCommand {
    /// This command and all its subcommands, recursively.
    static var allCommands: [any ParsableCommand.Type] {
        [self] + configuration.subcommands.flatMap { $0.allCommands }
    }

    /// Finds the command whose name the arguments begin with, or its default subcommand, and how many
    /// of them are part of the name.
    static func subcommand(named arguments: [String]) -> (any ParsableCommand.Type, depth: Int) {
        guard let next = arguments.first.flatMap(subcommand(called:)) else {
            return (configuration.defaultSubcommand ?? self, 0)
        }
        let (command, depth) = next.subcommand(named: Array(arguments.dropFirst()))
        return (command, depth + 1)
    }

    /// Finds the command whose name the arguments begin with; never a default subcommand.
    static func command(named arguments: [String]) -> any ParsableCommand.Type {
        arguments.first.flatMap(subcommand(called:))?.command(named: Array(arguments.dropFirst())) ?? self
    }

    /// Finds the subcommand with a name or an alias.
    static func subcommand(called name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first {
            $0.configuration.commandName == name || $0.configuration.aliases.contains(name)
        }
    }

    /// Returns the names from this command to the one that arguments belong to, such as `pagereel batch run`.
    static func fullName(of arguments: [String]) -> String {
        let name = configuration.commandName ?? ""
        if let next = arguments.first.flatMap(subcommand(called:)) {
            return "\(name) \(next.fullName(of: Array(arguments.dropFirst())))"
        }
        guard !arguments.isEmpty, let next = configuration.defaultSubcommand else { return name }
        return "\(name) \(next.fullName(of: []))"
    }
}
