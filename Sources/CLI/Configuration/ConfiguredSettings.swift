import Foundation

/// The settings of the configuration and the profiles that apply to a command line.
///
/// Typed options override profiles, which override the file's defaults; of two options that conflict, only the
/// overriding one is kept.
struct ConfiguredSettings {
    /// The settings by their options' names.
    private(set) var settings: [String: WrittenSetting] = [:]
    /// Where they come from, by their options' names.
    private var origins: [String: String] = [:]
    /// A sentence if the configuration file has a secret that applies, and other users can read it.
    private(set) var warning: String?

    /// Chooses the settings.
    ///
    /// - Parameter command: The command as it was parsed without them.
    /// - Throws: ``CommandError``.
    init(
        for command: any ConfigurableCommand, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let file = command.configured.file
        let configuration = try Configuration(
            named: file.config, isIgnored: file.noConfig, environment: environment)
        let options = OptionFacts.byName(in: type(of: command).configurableTables)
        add(configuration.defaults, options) { Self.place(configuration.file, line: $0.line) }
        for name in command.configured.profiles {
            let profile = try configuration.profile(named: name)
            add(profile.settings, options) {
                guard case .file(let file, _) = profile.source else { return "the built-in profile \(name)" }
                return "the profile \(name) (\(Self.place(file, line: $0.line)))"
            }
        }
        let typed = command.typedOptionsOfGroups
        for (option, text) in typed { remove([option] + (options[option]?.displaced(by: text) ?? [])) }
        for option in settings.keys {
            guard let needed = options[option]?.requirement?.option else { continue }
            if settings[needed] == nil, !typed.keys.contains(needed) { remove([option]) }
        }
        let secrets = settings.values.filter { setting in
            setting.texts.contains { Secrets.areIn($0, of: setting.option) }
        }
        if let secret = secrets.map(\.option).min(), let path = configuration.file {
            warning = Secrets.warningOfReaders(
                of: path, "configuration file \(path)", which: "has the value of --\(secret)")
        }
    }

    /// Returns a sentence for each option in a message that was not typed, with its origin.
    func explanations(of message: String) -> [String] {
        let names = Set(message.matches(of: /--(?:no-)?([a-z][a-z0-9-]*)/).map { String($0.output.1) })
        return names.sorted().compactMap { name in origins[name].map { "--\(name) comes from \($0)." } }
    }

    /// Adds the settings of a place, which override the earlier ones.
    private mutating func add(
        _ layer: [WrittenSetting], _ options: [String: OptionFacts], origin: (WrittenSetting) -> String
    ) {
        for setting in layer where setting.texts.last != "false" {
            remove(options[setting.option]?.displaced(by: setting.texts.last) ?? [])
        }
        for setting in layer where options[setting.option] != nil {
            settings[setting.option] = setting
            origins[setting.option] = origin(setting)
        }
    }

    private mutating func remove(_ options: [String]) {
        for option in options {
            settings[option] = nil
            origins[option] = nil
        }
    }

    private static func place(_ file: String?, line: Int?) -> String {
        (file ?? "the configuration") + (line.map { ", line \($0)" } ?? "")
    }
}
