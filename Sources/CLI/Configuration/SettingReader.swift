import Foundation
import Notation
import Yams

/// Reads options and their values from a YAML file.
struct SettingReader {
    /// The file.
    let file: YAMLFile
    /// The folder that `~/` stands for.
    let home: String
    /// The options that can be set, by name.
    let options: [String: OptionFacts]
    /// The folder that relative paths start from (default: the file's own).
    var folder: String?
    /// Other keys allowed next to the options, to suggest for misspelled names.
    var otherKeys: [String] = []

    /// Reads and checks a mapping's entry as an option and its value.
    ///
    /// - Throws: ``YAMLError``.
    func setting(_ name: String, _ node: Node, at mark: YAMLFile.Mark?) throws -> WrittenSetting {
        guard let option = options[name] else {
            throw file.error(at: mark, "There is no option '\(name)'.\(suggestion(for: name))")
        }
        let setting = WrittenSetting(option: option.name, texts: try texts(node, of: option), line: mark?.line)
        do { try option.check(setting) } catch { throw file.error(at: mark, "\(error)") }
        return setting
    }

    private func suggestion(for name: String) -> String {
        let turned = name.hasPrefix("no-") ? options[String(name.dropFirst(3))] : nil
        if let turned, turned.turnsOff { return " Write \(turned.name): false." }
        if ["output", "page"].contains(name) { return " Pass it on the command line." }
        return (otherKeys + options.keys.sorted()).suggestion(for: name)
    }

    private func texts(_ node: Node, of option: OptionFacts) throws -> [String] {
        if option.kind == .flag {
            guard let isOn = node.bool else {
                throw file.error(
                    at: node, "\(option.name) is on or off: write \(option.name): true or \(option.name): false.")
            }
            return ["\(isOn)"]
        }
        if let sequence = node.sequence {
            guard option.kind == .values else {
                throw file.error(at: node, "\(option.name) has one value, not a list.")
            }
            return try sequence.map { try text($0, of: option) }
        }
        return [try text(node, of: option)]
    }

    /// Returns a value as written: 29.97 and 2026-01-01 must not become numbers
    /// and dates.
    private func text(_ node: Node, of option: OptionFacts) throws -> String {
        guard node.null == nil, let text = node.scalar?.string else {
            throw file.error(at: node, "\(option.name) needs a value, which is a text or a number.")
        }
        return option.isFileName(text) ? path(text) : text
    }

    /// Resolves a path, relative to the folder of the YAML file.
    func path(_ name: String) -> String {
        if name.hasPrefix("~/") { return home + name.dropFirst() }
        let folder =
            folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? URL(fileURLWithPath: file.path).deletingLastPathComponent()
        return URL(fileURLWithPath: name, relativeTo: folder).path
    }
}
