import ArgumentParser
import EngineLink
import Recorder

/// How the pictures are made.
struct PictureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How the page's picture is made: painted, flat and fast; composited, with 3D; auto, as the page needs it.",
            valueName: "auto|painted|composited"))
    var rendering = PageOptions.Rendering.auto

    @Flag(help: "Keep the page's transparency.")
    var transparent = false
}
