import Composition
import Frames

extension TimelinePlan {
    /// The same timeline on a smaller canvas, for a preview.
    ///
    /// Everything in canvas pixels is scaled, to the nearest pixel. Outputs with an explicit size
    /// keep it, unless it exceeds the new canvas.
    ///
    /// - Parameter width: The largest width of the canvas, in pixels; even.
    /// - Returns: The plan itself if the canvas is not wider.
    public func scaled(toWidth width: Int) -> TimelinePlan {
        guard size.width > width else { return self }
        var plan = self
        let factor = Double(width) / Double(size.width)
        plan.size = PixelSize(
            width: width, height: max(2, Int((Double(size.height) * factor / 2).rounded()) * 2))
        plan.clips = clips.map { $0.scaled(by: factor) }
        plan.overlays = overlays.map { $0.scaled(by: factor) }
        plan.effects = effects.map { $0.scaled(by: factor) }
        for index in plan.outputs.indices {
            guard let own = plan.outputs[index].size, own.width > width else { continue }
            plan.outputs[index].size = nil
        }
        return plan
    }
}

extension PlannedClip {
    fileprivate func scaled(by factor: Double) -> PlannedClip {
        var clip = self
        clip.layout = layout.scaled(by: factor)
        if case .title(var title) = source {
            title.size *= factor
            clip.source = .title(title)
        }
        return clip
    }
}

extension Layout {
    fileprivate func scaled(by factor: Double) -> Layout {
        var layout = self
        layout.frame = frame.scaled(by: factor)
        layout.x *= factor
        layout.y *= factor
        layout.effects = effects.map { $0.scaled(by: factor) }
        layout.keyFrames = keyFrames.map { keyFrame in
            var scaled = keyFrame
            scaled.x = keyFrame.x.map { $0 * factor }
            scaled.y = keyFrame.y.map { $0 * factor }
            return scaled
        }
        return layout
    }
}

extension PixelRectangle {
    fileprivate func scaled(by factor: Double) -> PixelRectangle {
        PixelRectangle(
            left: Double(x) * factor, top: Double(y) * factor, right: Double(x + width) * factor,
            bottom: Double(y + height) * factor)
    }
}

extension Effect {
    fileprivate func scaled(by factor: Double) -> Effect {
        if case .blur(let deviation) = self { return .blur(deviation * factor) }
        return self
    }
}
