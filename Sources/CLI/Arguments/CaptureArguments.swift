public import ArgumentParser
public import EngineLink
import Recorder

extension CaptureMethod: ExpressibleByArgument {}
extension PageOptions.Rendering: ExpressibleByArgument {}

/// How pictures are got from a page.
struct CaptureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How the page's picture is made: painted, flat and fast; composited, with 3D; auto, as the page needs it.",
            valueName: "auto|painted|composited"))
    var rendering = PageOptions.Rendering.auto

    @Option(help: ArgumentHelp("How pixels are got from the page.", valueName: "view|snapshot"))
    var capture = CaptureMethod.view
}
