import Foundation
import Notation
import RecordingLibrary

/// A user's defaults and all profiles.
struct Configuration {
    /// The path of the configuration file, if there is one.
    let file: String?
    /// The settings for every command that has the option.
    let defaults: [WrittenSetting]
    /// All profiles; those of the file replace built-in ones of the same name.
    let profiles: [Profile]

    /// Reads the file, if there is one.
    ///
    /// - Parameters:
    ///   - name: The value of `--config`.
    ///   - isIgnored: Whether no file is read.
    /// - Throws: ``CommandError``.
    init(
        named name: String?, isIgnored: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let found = isIgnored ? nil : try ConfigurationFile.find(named: name, environment: environment)
        let content = try found.map {
            try ConfigurationReader($0, home: UserDirectories.home(environment), options: Self.options).read()
        }
        file = found?.path
        defaults = content?.defaults ?? []
        let own = content?.profiles ?? []
        profiles = Profile.builtIn.filter { profile in !own.contains { $0.name == profile.name } } + own
    }

    /// Finds a profile.
    ///
    /// - Throws: ``CommandError``.
    func profile(named name: String) throws -> Profile {
        if let profile = profiles.first(where: { $0.name == name }) { return profile }
        throw CommandError(
            .usage,
            "There is no profile \(name).\(profiles.map(\.name).suggestion(for: name)) "
                + "pagereel profiles shows what each sets.")
    }

    /// All options that a configuration can set for some command, by name.
    static var options: [String: OptionFacts] {
        let commands = Pagereel.allCommands.compactMap { $0 as? any ConfigurableCommand.Type }
        return OptionFacts.byName(in: commands.flatMap { $0.configurableTables })
    }

    /// Completions for `--profile`.
    static func profileNames() -> [String] {
        // The command reports an invalid file, completion does not.
        let profiles = (try? Configuration(named: nil))?.profiles ?? Profile.builtIn
        return profiles.map(\.name)
    }
}
