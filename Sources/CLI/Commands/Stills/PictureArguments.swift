import EngineLink

/// Options for how stills are taken.
struct PictureArguments: OptionTable {
    @Setting(
        "rendering",
        "How the page is rendered: painted (flat, fast), composited (correct 3D), or auto, as the page needs.",
        as: "auto|painted|composited")
    var rendering = PageOptions.Rendering.auto

    @Setting("transparent", "Keep the page's transparency.", .onOnly)
    var transparent = false
}
