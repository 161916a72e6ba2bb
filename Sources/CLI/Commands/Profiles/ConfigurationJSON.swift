import Foundation

/// A configuration for programs, as `pagereel profiles --json` prints it.
///
/// Every key is always there.
struct ConfigurationJSON: Encodable {
    private let configuration: Configuration

    /// Describes a configuration.
    init(_ configuration: Configuration) { self.configuration = configuration }

    /// The JSON text, one line.
    var text: String { json(self) }

    private enum Key: String, CodingKey { case file, defaults, profiles }

    private struct Entry: Encodable {
        let profile: Profile

        enum Key: String, CodingKey { case name, file, line, options }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var place: (file: String?, line: Int?)
            if case .file(let file, let line) = profile.source { place = (file, line) }
            try container.encode(profile.name, forKey: .name)
            try container.encode(place.file, forKey: .file)
            try container.encode(place.line, forKey: .line)
            try container.encode(options(profile.settings), forKey: .options)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(configuration.file, forKey: .file)
        try container.encode(options(configuration.defaults), forKey: .defaults)
        try container.encode(configuration.profiles.map(Entry.init), forKey: .profiles)
    }
}

/// Options by name, each a list of what it is set to, as texts.
private func options(_ settings: [Setting]) -> [String: [String]] {
    Dictionary(settings.map { ($0.option, $0.shownTexts) }) { _, last in last }
}
