public import Frames

extension PixelBuffer {
    /// Scales the picture; each pixel becomes the mean of the area it covers.
    ///
    /// - Returns: The picture itself if it already has the size.
    public func scaled(to size: PixelSize) -> PixelBuffer {
        guard size != self.size else { return self }
        let target = PixelBuffer(size: size, hasAlpha: hasAlpha)
        let (x, y) = (
            Double(size.width) / Double(self.size.width), Double(size.height) / Double(self.size.height)
        )
        Canvas(target).draw(self, through: PictureTransform().scaled(x: x, y: y), outside: .edge)
        return target
    }

    /// Creates a copy that may be modified.
    public func copy() -> PixelBuffer {
        let target = PixelBuffer(size: size, hasAlpha: hasAlpha)
        Canvas(target).draw(self, x: 0, y: 0)
        return target
    }
}
