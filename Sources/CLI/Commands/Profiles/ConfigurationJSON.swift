import Notation

/// A configuration as `pagereel profiles --json` prints it; every key is always
/// there.
struct ConfigurationJSON: Encodable {
    @Nullable private var file: String?
    private let defaults: [String: [String]]
    private let profiles: [Entry]

    private struct Entry: Encodable {
        let name: String
        @Nullable var file: String?
        @Nullable var line: Int?
        let options: [String: [String]]

        init(_ profile: Profile) {
            name = profile.name
            options = ConfigurationJSON.options(profile.settings)
            if case .file(let file, let line) = profile.source { (self.file, self.line) = (file, line) }
        }
    }

    /// Describes a configuration.
    init(_ configuration: Configuration) {
        defaults = Self.options(configuration.defaults)
        profiles = configuration.profiles.map(Entry.init)
        file = configuration.file
    }

    /// Returns the options by name, each with its values as texts.
    private static func options(_ settings: [WrittenSetting]) -> [String: [String]] {
        Dictionary(settings.map { ($0.option, $0.shownTexts) }) { _, last in last }
    }
}
