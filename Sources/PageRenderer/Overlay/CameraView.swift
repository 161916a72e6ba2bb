private import Glibc

/// The part of the view that frames show.
package struct CameraView: Sendable, Equatable {
    /// The upper left corner, in CSS pixels of the view.
    package var origin: ViewPoint
    /// How many times larger than in the whole view everything is; at least 1.
    package var zoom: Double

    /// The whole view.
    package static let whole = CameraView(origin: ViewPoint(x: 0, y: 0), zoom: 1)

    /// Describes a part of a view, which is within the view.
    package init(origin: ViewPoint, zoom: Double) {
        self.origin = origin
        self.zoom = zoom
    }

    /// Describes the part around a point, as far as the view reaches.
    ///
    /// - Parameter view: The whole view.
    init(around center: ViewPoint, zoom: Double, in view: ViewRect) {
        let (width, height) = (view.width / zoom, view.height / zoom)
        self.init(
            origin: ViewPoint(
                x: min(max(center.x - width / 2, 0), view.width - width),
                y: min(max(center.y - height / 2, 0), view.height - height)),
            zoom: zoom)
    }

    /// The shown part of a view.
    func part(of view: ViewRect) -> ViewRect {
        ViewRect(x: origin.x, y: origin.y, width: view.width / zoom, height: view.height / zoom)
    }

    /// Returns the view on the way to another, where one point of the page keeps its place in the frame.
    ///
    /// Equal steps of `part` enlarge by equal factors, so that the camera seems to move evenly.
    ///
    /// - Parameter part: From 0 to 1.
    func onTheWay(to other: CameraView, part: Double) -> CameraView {
        // The ends are exact, so that a camera at rest shows whole pixels.
        guard part > 0 else { return self }
        guard part < 1 else { return other }
        let zoom = zoom * pow(other.zoom / zoom, part)
        // The shown width is as the inverse of the zoom, and the origin moves with it.
        let (first, last) = (1 / self.zoom, 1 / other.zoom)
        let place = abs(last - first) < 1e-9 ? part : (1 / zoom - first) / (last - first)
        return CameraView(
            origin: ViewPoint(
                x: origin.x + (other.origin.x - origin.x) * place, y: origin.y + (other.origin.y - origin.y) * place),
            zoom: zoom)
    }

    /// Returns the view moved until it shows a point, with some room around it as far as the view reaches.
    ///
    /// - Parameters:
    ///   - margin: The room on each side, as a share of what is shown; less than one half.
    ///   - view: The whole view.
    func moved(toShow point: ViewPoint, margin: Double, in view: ViewRect) -> CameraView {
        func moved(_ start: Double, _ point: Double, _ whole: Double) -> Double {
            let shown = whole / zoom
            let withPoint = min(max(start, point - shown * (1 - margin)), point - shown * margin)
            return min(max(withPoint, 0), whole - shown)
        }
        return CameraView(
            origin: ViewPoint(x: moved(origin.x, point.x, view.width), y: moved(origin.y, point.y, view.height)),
            zoom: zoom)
    }
}
