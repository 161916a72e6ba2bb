public import ArgumentParser
public import EngineLink

extension CaptureMethod: ExpressibleByArgument {}
extension PageOptions.Rendering: ExpressibleByArgument {}

/// Options for how frames are captured.
struct CaptureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How the page is rendered: painted (flat, fast), composited (correct 3D), or auto, as the page needs.",
            valueName: "auto|painted|composited", visibility: .detail))
    var rendering = PageOptions.Rendering.auto

    @Option(
        help: ArgumentHelp(
            "How frames are captured: drawn by the view, or by WebKit's snapshot, which flattens 3D.",
            valueName: "view|snapshot", visibility: .detail))
    var capture = CaptureMethod.view
}
