import ArgumentParser
import EngineLink

/// Options for how stills are taken.
struct PictureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How the page is rendered: painted (flat, fast), composited (correct 3D), or auto, as the page needs.",
            valueName: "auto|painted|composited"))
    var rendering = PageOptions.Rendering.auto

    @Flag(help: "Keep the page's transparency.")
    var transparent = false
}
