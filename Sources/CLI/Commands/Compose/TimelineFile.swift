import Encoder
import Files
import Interchange
import Notation
import Timeline
import Yams

/// The timeline of a command, with the command's changes.
struct TimelineFile {
    let command: ComposeCommand
    let probe: any SourceProbe

    /// Reads the timeline file.
    ///
    /// - Parameter warn: Called for each part that is not supported.
    /// - Throws: `YAMLError` or `FileError`.
    func description(warn: (String) -> Void) throws -> Timeline {
        try refuseMedia()
        let file = try YAMLFile(path: command.timeline, as: "timeline")
        var description: Timeline
        if command.timeline.lowercased().hasSuffix(".otio") {
            let reader = InterchangeReader(file, probe: probe, pageOptions: PageOptionReader.arguments)
            description = try reader.read()
            reader.warnings.forEach(warn)
        } else {
            description = try DescriptionReader(file, pageOptions: PageOptionReader.arguments).read()
        }
        if !command.result.output.isEmpty { description.outputs = try outputs() }
        return description
    }

    /// Rejects a video, a sound or a picture, which is a clip and not a timeline.
    private func refuseMedia() throws(FileError) {
        let name = command.timeline
        let isMedia =
            MovieContainer(fileName: name) != nil || SoundFileFormat(fileName: name) != nil
            || StillFormat(fileName: name) != nil
        guard isMedia else { return }
        throw FileError(
            .unreadableInput,
            "\(name) is a clip, not a timeline. Write a file like timeline.yaml with 'video: [{src: \(name.fileName)}]'"
                + ", and compose that.")
    }

    /// Resolves a description to a plan, restricted to the command's frames.
    ///
    /// - Throws: `YAMLError` or `FileError`.
    func plan(of description: Timeline) throws -> TimelinePlan {
        var plan = try TimelineResolver(description, probe: probe).plan()
        if command.result.frames != nil { restrict(&plan, to: try frames(of: plan)) }
        guard command.result.preview else { return plan }
        for index in plan.outputs.indices { plan.outputs[index].movie.preset = .ultrafast }
        if command.result.output.isEmpty {
            for index in plan.outputs.indices {
                plan.outputs[index].path = Self.previewName(of: plan.outputs[index].path)
            }
        }
        return plan.scaled(toWidth: Self.previewWidth)
    }

    /// Returns the preview's name: `out.preview.mp4` for `out.mp4`.
    private static func previewName(of path: String) -> String {
        let name = path.fileName
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path + ".preview" }
        let end = name[dot...]
        return path.dropLast(end.count) + ".preview" + end
    }

    /// A preview's maximum width, in pixels.
    private static let previewWidth = 640

    /// The outputs of the command line, as if a timeline file in the working
    /// folder named them.
    private func outputs() throws -> [TimelineOutput] {
        let items: [Node] = command.result.output.map { name in
            var entries = [(Node("file"), Node(name))]
            if let at = command.result.at, PlannedOutput.Kind(fileName: name) == .still(frame: 0) {
                entries.append((Node("at"), Node(at)))
            }
            return Node(entries)
        }
        let file = YAMLFile(path: "--output", text: "")
        return try DescriptionReader(file, folder: ".", pageOptions: PageOptionReader.arguments).outputs(items)
    }

    /// The frames that the command chooses (default: all).
    ///
    /// - Throws: `FileError` if the timeline does not have them.
    func frames(of plan: TimelinePlan) throws -> Range<Int> {
        guard let frames = command.result.frames else { return 0..<plan.frameCount }
        guard frames.upperBound < plan.frameCount else {
            throw FileError(
                .invalidSettings,
                "--frames ends with frame \(frames.upperBound), and the timeline with frame \(plan.frameCount - 1).")
        }
        return Range(frames)
    }

    /// Warnings about subtitles and outputs, for the user, as sentences.
    func warnings(of plan: TimelinePlan) -> [String] {
        plan.subtitleWarnings + plan.outputWarnings + uncutWarnings(of: plan)
    }

    /// Warnings about outputs to which the chosen frames do not apply.
    private func uncutWarnings(of plan: TimelinePlan) -> [String] {
        guard command.result.frames != nil else { return [] }
        return plan.outputs.compactMap { output in
            // A picture has a time.
            if case .still = output.kind { return nil }
            if output.kind.isCutByFrames { return nil }
            return "--frames does not apply to \(output.path), which is made as without it."
        }
    }

    private func restrict(_ plan: inout TimelinePlan, to frames: Range<Int>) {
        for index in plan.outputs.indices where plan.outputs[index].kind.isCutByFrames {
            plan.outputs[index].frames = frames
        }
    }
}

extension PlannedOutput.Kind {
    /// Whether the output can be restricted to some frames.
    fileprivate var isCutByFrames: Bool {
        switch self {
        case .movie, .sound, .sequence, .subtitles: true
        case .still, .sheet, .interchange, .livePhoto, .motionPhoto: false
        }
    }
}
