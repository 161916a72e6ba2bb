import Notation
import Yams

/// Parses a configuration file.
struct ConfigurationReader {
    /// The keys of the file.
    enum Key: String, CaseIterable {
        case defaults, profiles
    }

    private let file: YAMLFile
    private let reader: SettingReader

    /// Creates a reader of a file.
    ///
    /// - Parameters:
    ///   - home: The folder that `~/` stands for.
    ///   - options: The options that can be set, by name.
    init(_ file: ConfigurationFile, home: String, options: [String: OptionFacts]) {
        self.file = YAMLFile(path: file.path, text: file.text)
        reader = SettingReader(file: self.file, home: home, options: options)
    }

    /// Parses the file and checks every value.
    ///
    /// - Throws: ``CommandError``.
    func read() throws -> (defaults: [WrittenSetting], profiles: [Profile]) {
        do {
            return try readFile()
        } catch let error as YAMLError {
            throw CommandError(.misconfigured, error.description)
        }
    }

    private func readFile() throws -> (defaults: [WrittenSetting], profiles: [Profile]) {
        guard let root = try file.root(), root.null == nil else { return ([], []) }
        var defaults: [WrittenSetting] = []
        var profiles: [Profile] = []
        for (key, mark, value) in try entries(of: root, "The file holds defaults: and profiles:.") {
            switch Key(rawValue: key) {
            case .defaults: defaults = try settings(in: value, "Write one option per line, like size: 1280x720.")
            case .profiles: profiles = try readProfiles(in: value)
            case nil:
                let hint =
                    reader.options[key] == nil
                    ? Key.allCases.map(\.rawValue).suggestion(for: key) : " Options go below defaults: or a profile."
                throw file.error(at: mark, "There is no '\(key)' here.\(hint)")
            }
        }
        return (defaults, profiles)
    }

    private func readProfiles(in node: Node) throws -> [Profile] {
        let hint = "Write the profiles' names below profiles:, and below each its options."
        return try entries(of: node, hint).map { key, mark, value in
            let hasControls = key.unicodeScalars.contains { $0.properties.generalCategory == .control }
            guard !key.isEmpty, !hasControls else {
                throw file.error(at: mark, "A profile's name has at least one letter and no control characters.")
            }
            return Profile(
                name: key, settings: try settings(in: value, hint), source: .file(file.path, line: mark?.line))
        }
    }

    private func settings(in node: Node, _ hint: String) throws -> [WrittenSetting] {
        try entries(of: node, hint).map { key, mark, value in try reader.setting(key, value, at: mark) }
    }

    /// Returns a mapping's entries; none for an empty value.
    private func entries(of node: Node, _ hint: String) throws -> [(key: String, mark: YAMLFile.Mark?, value: Node)] {
        node.null != nil ? [] : try file.entries(of: node, hint)
    }
}
