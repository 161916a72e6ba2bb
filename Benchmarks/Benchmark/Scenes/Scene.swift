public import ArgumentParser
import EngineLink
import Frames
import Recorder

extension PageOptions.Rendering: ExpressibleByArgument {}

/// What the recorder and each of its stages process.
struct Scene: ParsableArguments {
    @Option(help: "The page.")
    var page = BenchmarkPage.report

    @Option(help: ArgumentHelp("Size and frame rate.", valueName: "WxH@rate"))
    var format: VideoFormat

    @Option(help: ArgumentHelp("Length of the video in whole seconds.", valueName: "seconds"))
    var seconds = 10

    @Option(help: "How the page's picture is made.")
    var rendering = PageOptions().rendering

    /// Creates a scene.
    static func make(
        _ page: BenchmarkPage, _ format: VideoFormat, seconds: Int, rendering: PageOptions.Rendering
    ) -> Scene {
        var scene = Scene()
        scene.page = page
        scene.format = format
        scene.seconds = seconds
        scene.rendering = rendering
        return scene
    }

    /// The command-line options that pass the scene to a stage.
    var arguments: [String] {
        [
            "--page", page.rawValue, "--format", "\(format)", "--seconds", "\(seconds)",
            "--rendering", rendering.rawValue,
        ]
    }

    /// The number of frames of the video.
    var frameCount: Int { format.rate.frameCount(for: .seconds(seconds)) }
}
