import ArgumentParser
import EngineLink
import Files
import Foundation
import Notation

struct StepsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "steps",
        abstract: "Convert a recording of a browser's recorder to a file of steps.",
        usage: "pagereel steps <export> [-o <file>]",
        discussion: """
            Reads what Chrome's DevTools Recorder exports as JSON, and what Playwright's codegen writes with \
            --target=jsonl. What has no counterpart is named in a warning and left out. \
            The last steps wait for 1 s and stop the recording.

              pagereel steps recording.json -o tour.yaml
              pagereel record https://a.example --do tour.yaml --show-pointer -o tour.mp4 --start-on load
            """)

    /// The end of the video, of which a recorder of a browser knows nothing.
    private static let ending = [PageStep(.pass(.seconds(1))), PageStep(.signal(.stop))]

    @Argument(help: "The exported file, or '-' for standard input.", completion: .file())
    var export: String

    @OptionGroup @Options var output: StepsOutput

    func run() throws {
        try CommandEnvironment.run {
            let text = try TextFile.read(export == "-" ? "/dev/stdin" : export, as: "recording of a browser")
            let imported = try ImportedSteps(text, path: export)
            let steps = imported.steps + Self.ending
            let yaml = try StepsWriter(steps: steps, page: imported.page).text()
            if !output.quiet { imported.warnings.forEach(Message.warning) }
            guard let path = output.output else {
                print(yaml, terminator: "")
                return .success
            }
            let file = try OutputFile(path: path, overwrite: output.overwrite, content: .steps)
            do {
                try file.write(Array(yaml.utf8))
                try file.commit()
            } catch {
                file.discard()
                throw error
            }
            if !output.quiet { Message.note("\(path): \(quantity(steps.count, "step"))") }
            return .success
        }
    }
}

/// Options for the file of steps.
struct StepsOutput: OptionTable {
    @Setting(
        "output", "File to write; missing folders are created. (default: standard output)", .text, as: "file",
        .letter("o"), .files(["yaml", "yml"]))
    var output: String?

    @Setting("overwrite", "Replace an existing file once the new one is complete.", .onOnly)
    var overwrite = false

    @Setting("quiet", "Print only errors.", .letter("q"), .onOnly)
    var quiet = false
}
