import ArgumentParser
import Foundation
import Notation

/// What a user has set once and for all, and the profiles that there are.
struct Configuration {
    /// The file that it comes from, if there is one.
    let file: String?
    /// What is set for every command that has the option.
    let defaults: [Setting]
    /// All profiles by name, those of the file in place of built-in ones.
    let profiles: [Profile]

    /// Reads the file, if there is one.
    ///
    /// - Parameters:
    ///   - name: What `--config` says.
    ///   - isIgnored: Whether there shall be none.
    /// - Throws: ``ConfigurationError``.
    init(
        named name: String?, isIgnored: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let found = isIgnored ? nil : try ConfigurationFile.find(named: name, environment: environment)
        let content = try found.map {
            try ConfigurationReader($0, home: ConfigurationFile.home(environment), options: Self.options).read()
        }
        file = found?.path
        defaults = content?.defaults ?? []
        let own = content?.profiles ?? []
        profiles = Profile.builtIn.filter { profile in !own.contains { $0.name == profile.name } } + own
    }

    /// Finds a profile.
    ///
    /// - Throws: ``ConfigurationError``.
    func profile(named name: String) throws -> Profile {
        if let profile = profiles.first(where: { $0.name == name }) { return profile }
        throw ConfigurationError(
            usage: "There is no profile \(name).\(profiles.map(\.name).suggestion(for: name)) "
                + "pagereel profiles shows what each sets.")
    }

    /// Every option that some command lets be set, by name.
    static var options: [String: KnownOption] {
        let groups = Pagereel.allCommands.compactMap { $0 as? any ConfigurableCommand.Type }
            .flatMap { $0.configurableGroups }
        let options = groups.flatMap { KnownOption.all(in: $0) }
        return Dictionary(options.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The names to complete `--profile` with.
    static func profileNames() -> [String] {
        // A file that is wrong is told of by the command, not while typing.
        let profiles = (try? Configuration(named: nil))?.profiles ?? Profile.builtIn
        return profiles.map(\.name)
    }
}
