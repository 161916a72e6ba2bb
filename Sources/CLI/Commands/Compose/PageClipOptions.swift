import ArgumentParser
import Encoder
import EngineLink
import Foundation
import Frames
import Notation
import Recorder
import RecordingLibrary
import Timeline
import Yams

/// Reads the options of a page clip: those of `record` that apply on the
/// virtual clock.
enum PageOptionReader {
    /// Options that a timeline has its own keys for, or that would not be
    /// exact.
    private static let excluded: Set<String> = ["size", "scale", "clock"]

    private static let options = OptionFacts.byName(
        in: [PageArguments.self, ClockArguments.self, SignalAddressArguments.self]
    ).filter { !excluded.contains($0.key) }

    /// The JSON Schemas of the options, by their names.
    static var schemas: [String: [String: Any]] {
        var schemas = JSONSchema.properties(options).compactMapValues { $0 as? [String: Any] }
        // Steps can stand in the timeline itself.
        if let file = schemas["do"] {
            schemas["do"] = [
                "anyOf": [file, JSONSchema.reference("steps"), JSONSchema.reference("steps-file")],
                "description": file["description"] ?? "",
            ]
        }
        return schemas
    }

    /// Returns the arguments that set an option, checked as on the command
    /// line.
    ///
    /// - Throws: `YAMLError`.
    static func arguments(
        _ file: YAMLFile, _ folder: String, _ name: String, _ value: Node, _ mark: YAMLFile.Mark?
    ) throws -> [String] {
        if excluded.contains(name) {
            throw file.error(
                at: mark,
                name == "clock"
                    ? "Pages on a timeline always use the virtual clock."
                    : "Write \(name): next to options:, not in it.")
        }
        if name == "do", value.scalar == nil {
            return ["--do=\(try StepsReader.text(of: value, in: file, folder: folder))"]
        }
        let home = UserDirectories.home(ProcessInfo.processInfo.environment)
        let reader = SettingReader(file: file, home: home, options: options, folder: folder)
        let setting = try reader.setting(name, value, at: mark)
        return options[name].map(setting.arguments) ?? []
    }
}

extension PagePlanner {
    /// Plans recordings with the options of `pagereel record` that a timeline states.
    static let commandLine = PagePlanner { recording, output, hasSound in
        let page = recording.page
        var arguments = [
            page.address, "-o", output, "--codec", "ffv1", "--fps", "\(recording.frameRate)",
            "--page-audio", hasSound ? "auto" : "off", "--size", "\(page.size)", "--scale", "\(page.scale)",
            "--duration", "\(Double(recording.duration.wholeNanoseconds) / 1e6)ms",
            "--start-on", page.waitsForStart ? "signal" : "load",
        ]
        if page.isTransparent { arguments.append("--transparent") }
        let plan = try RecordCommand.parse(arguments + page.options).plan(output: output, from: nil)
        guard !plan.steps.contains(where: \.takesScreenshot) else {
            throw PageError(
                .invalidPlan,
                "Pages of a timeline take no pictures of their steps. Remove screenshot: from the steps of "
                    + "\(page.address), or use record or check.")
        }
        return plan
    }
}
