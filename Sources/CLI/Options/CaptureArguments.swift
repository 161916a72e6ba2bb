import EngineLink

/// Options for how frames are captured.
struct CaptureArguments: ConfigurableTable {
    @Setting(
        "rendering",
        "How the page is rendered: painted (flat, fast), composited (correct 3D), or auto, as the page needs.",
        as: "auto|painted|composited", .detail)
    var rendering = PageOptions.Rendering.auto

    @Setting(
        "capture", "How frames are captured: drawn by the view, or by WebKit's snapshot, which flattens 3D.",
        as: "view|snapshot", .detail)
    var capture = CaptureMethod.view
}
