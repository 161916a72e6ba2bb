import ArgumentParser
import Foundation
import Notation
import Yams

/// Reads options of a page that is a clip: those of `record` that mean
/// something to a page on the virtual clock.
enum PageOptionReader {
    /// What a description has keys of its own for, or what would not be exact.
    private static let excluded: Set<String> = ["size", "scale", "clock"]

    private static let options: [String: KnownOption] = {
        let groups: [any ParsableArguments.Type] = [
            PageArguments.self, ClockArguments.self, SignalAddressArguments.self,
        ]
        let known = groups.flatMap { KnownOption.all(in: $0) }.filter { !excluded.contains($0.name) }
        return Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    }()

    /// The arguments that set an option, checked as the command line would.
    ///
    /// - Throws: `YAMLError`.
    static func arguments(
        _ file: YAMLFile, _ folder: String, _ name: String, _ value: Node, _ line: Int?
    ) throws -> [String] {
        if excluded.contains(name) {
            throw file.error(
                at: line,
                name == "clock"
                    ? "A page on a timeline is on the virtual clock." : "\(name) stands beside options, not in them.")
        }
        let home = ConfigurationFile.home(ProcessInfo.processInfo.environment)
        let reader = SettingReader(file: file, home: home, options: options, folder: folder)
        let setting = try reader.setting(name, value, line: line)
        return options[name].map(setting.arguments) ?? []
    }
}
