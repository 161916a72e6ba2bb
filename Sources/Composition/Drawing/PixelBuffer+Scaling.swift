public import Frames

extension PixelBuffer {
    /// The picture in another size, each pixel the mean of what it stands for.
    ///
    /// - Returns: The picture itself if it has that size already.
    public func scaled(to size: PixelSize) -> PixelBuffer {
        guard size != self.size else { return self }
        let target = PixelBuffer(size: size, hasAlpha: hasAlpha)
        let (x, y) = (
            Double(size.width) / Double(self.size.width), Double(size.height) / Double(self.size.height)
        )
        Canvas(target).draw(self, through: PictureTransform().scaled(x: x, y: y), outside: .edge)
        return target
    }

    /// A copy of the picture that may be changed.
    public func copy() -> PixelBuffer {
        let target = PixelBuffer(size: size, hasAlpha: hasAlpha)
        Canvas(target).draw(self, x: 0, y: 0)
        return target
    }
}
