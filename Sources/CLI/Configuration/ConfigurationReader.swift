import Foundation
import Yams

/// Reads a configuration file's text.
struct ConfigurationReader {
    private let file: ConfigurationFile
    private let home: String?
    private let options: [String: KnownOption]

    /// Prepares to read a file.
    ///
    /// - Parameters:
    ///   - home: What `~/` stands for.
    ///   - options: What can be set, by name.
    init(_ file: ConfigurationFile, home: String?, options: [String: KnownOption]) {
        self.file = file
        self.home = home
        self.options = options
    }

    /// Reads all of it, and checks every value.
    ///
    /// - Throws: ``ConfigurationError``.
    func read() throws -> (defaults: [Setting], profiles: [Profile]) {
        guard let root = try parse(), root.null == nil else { return ([], []) }
        var defaults: [Setting] = []
        var profiles: [Profile] = []
        for (key, value) in try entries(of: root, "The file holds defaults: and profiles:.") {
            switch key.text {
            case "defaults": defaults = try settings(in: value, "Write an option in each line, like size: 1280x720.")
            case "profiles": profiles = try readProfiles(in: value)
            default:
                let isOption = options[key.text] != nil
                let hint = ["defaults", "profiles"].suggestion(for: key.text)
                throw error(
                    key.line,
                    "\(key.text) is unknown here.\(isOption ? " Options stand below defaults: or a profile." : hint)")
            }
        }
        return (defaults, profiles)
    }

    // MARK: What stands where

    /// A key and where it stands.
    private struct Key {
        let text: String
        let line: Int?
    }

    private func parse() throws -> Node? {
        do {
            return try YAMLFile(path: file.path, text: file.text).root()
        } catch let error as YAMLError {
            throw ConfigurationError(error)
        }
    }

    private func readProfiles(in node: Node) throws -> [Profile] {
        let hint = "Write the profiles' names below profiles:, and below each its options."
        return try entries(of: node, hint).map { key, value in
            let hasControls = key.text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            guard !key.text.isEmpty, !hasControls else {
                throw error(key.line, "A profile's name has at least one letter and no control characters.")
            }
            return Profile(
                name: key.text, settings: try settings(in: value, hint), source: .file(file.path, line: key.line))
        }
    }

    private func settings(in node: Node, _ hint: String) throws -> [Setting] {
        try entries(of: node, hint).map { key, value in
            guard let option = options[key.text] else {
                throw error(key.line, "There is no option \(key.text) to be set.\(suggestion(for: key.text))")
            }
            let setting = Setting(option: option.name, value: try self.value(value, of: option), line: key.line)
            do { try option.check(setting) } catch { throw self.error(key.line, "\(error)") }
            return setting
        }
    }

    private func suggestion(for name: String) -> String {
        let turned = name.hasPrefix("no-") ? options[String(name.dropFirst(3))] : nil
        if let turned, turned.turnsOff { return " Write \(turned.name): false." }
        if ["output", "page"].contains(name) { return " It is named on the command line, each time." }
        return options.keys.sorted().suggestion(for: name)
    }

    private func entries(of node: Node, _ hint: String) throws -> [(key: Key, value: Node)] {
        if node.null != nil { return [] }
        guard let mapping = node.mapping else {
            throw error(node.mark?.line, "Names and values are expected here. \(hint)")
        }
        return try mapping.map { key, value in
            guard let text = key.scalar?.string else { throw error(key.mark?.line, "A name is expected here. \(hint)") }
            return (Key(text: text, line: key.mark?.line), value)
        }
    }

    // MARK: Values

    private func value(_ node: Node, of option: KnownOption) throws -> Setting.Value {
        let line = node.mark?.line
        if option.isFlag {
            guard let isOn = node.bool else {
                throw error(line, "\(option.name) is on or off: write \(option.name): true or \(option.name): false.")
            }
            return .flag(isOn)
        }
        if let sequence = node.sequence {
            guard option.isRepeatable else { throw error(line, "\(option.name) has one value, not a list.") }
            return .texts(try sequence.map { try text($0, of: option) })
        }
        return .texts([try text(node, of: option)])
    }

    /// A value as it stands there: 29.97 and 2026-01-01 are not to become
    /// numbers and dates on the way.
    private func text(_ node: Node, of option: KnownOption) throws -> String {
        guard node.null == nil, let text = node.scalar?.string else {
            throw error(node.mark?.line, "\(option.name) needs a value, which is a text or a number.")
        }
        return option.namesFile ? path(text) : text
    }

    /// A file's name, from the folder that the configuration is in.
    private func path(_ name: String) -> String {
        if name.hasPrefix("~/"), let home { return home + name.dropFirst() }
        let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
        return URL(fileURLWithPath: name, relativeTo: folder).path
    }

    private func error(_ line: Int?, _ message: String) -> ConfigurationError {
        ConfigurationError(in: file.path, line: line, message)
    }
}
