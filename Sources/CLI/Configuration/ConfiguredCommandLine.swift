import ArgumentParser
import Foundation

/// A command line with what the configuration and the profiles set.
///
/// The arguments that they stand for are put before those that are typed, and
/// all are parsed at once, so that an option means the same wherever it
/// stands. What is typed goes before a profile, which goes before the file's
/// defaults: of two that do not go together only the nearer is put there.
struct ConfiguredCommandLine {
    /// What is to be parsed.
    private(set) var arguments: [String]
    /// Where options come from that were not typed, by their long names.
    private(set) var origins: [String: String] = [:]

    /// Options that are set in one place.
    private struct Layer {
        let settings: [Setting]
        let origin: (Setting) -> String
    }

    /// Completes a command line.
    ///
    /// - Parameters:
    ///   - typed: The arguments, without the program's name.
    ///   - root: The command that they belong to.
    /// - Throws: ``ConfigurationError``.
    init(
        _ typed: [String], root: any ParsableCommand.Type,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        arguments = typed
        let (command, depth) = root.subcommand(named: typed)
        guard let command = command as? any ConfigurableCommand.Type else { return }
        let options = command.configurableGroups.flatMap { KnownOption.all(in: $0) }
        let typedOptions = TypedOptions(typed.dropFirst(depth), options: options)
        guard !typedOptions.asksForHelp else { return }

        let configuration = try Configuration(
            named: typedOptions.config, isIgnored: typedOptions.ignoresConfiguration, environment: environment)
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

    /// The sentences that say where the options in a message come from, for
    /// those who have typed none of them.
    func explanations(of message: String) -> [String] {
        let names = Set(message.matches(of: /--(?:no-)?([a-z][a-z0-9-]*)/).map { String($0.output.1) })
        return names.sorted().compactMap { name in origins[name].map { "--\(name) comes from \($0)." } }
    }

    /// What is set in the end, the layers from the farthest to the nearest.
    private static func choose(
        from layers: [Layer], beside typed: TypedOptions
    ) -> [String: (setting: Setting, origin: String)] {
        var chosen: [String: (setting: Setting, origin: String)] = [:]
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
    /// This command and all below it.
    static var allCommands: [any ParsableCommand.Type] {
        [self] + configuration.subcommands.flatMap { $0.allCommands }
    }

    /// The command that arguments begin with the names of, and how many names
    /// those are.
    static func subcommand(named arguments: [String]) -> (any ParsableCommand.Type, depth: Int) {
        let next = arguments.first.flatMap { name in
            configuration.subcommands.first {
                $0.configuration.commandName == name || $0.configuration.aliases.contains(name)
            }
        }
        guard let next else { return (self, 0) }
        let (command, depth) = next.subcommand(named: Array(arguments.dropFirst()))
        return (command, depth + 1)
    }
}
