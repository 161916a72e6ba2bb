/// Where a picture is at one moment, as its layout and key frames say.
public struct Placement: Sendable, Hashable {
    /// From 0, which cannot be seen, to 1.
    public var opacity = 1.0
    /// A factor of the size, about the frame's centre.
    public var scale = 1.0
    /// Degrees, clockwise, about the frame's centre.
    public var rotation = 0.0
    /// Canvas pixels to the right.
    public var x = 0.0
    /// Canvas pixels down.
    public var y = 0.0

    /// A picture that stands still in its frame.
    public init() {}

    /// Whether the picture is where its frame is, as large and as upright.
    public var isInPlace: Bool { scale == 1 && rotation == 0 && x == 0 && y == 0 }
}

extension Layout {
    /// Where the picture is at one of its frames.
    ///
    /// A fade goes on top of what the opacity is.
    ///
    /// - Parameters:
    ///   - frame: From the first of the picture's time.
    ///   - count: How many frames it lasts.
    public func placement(atFrame frame: Int, of count: Int) -> Placement {
        var placement = Placement()
        placement.opacity = KeyFrame.value(\.opacity, of: keyFrames, at: frame) ?? opacity
        placement.scale = KeyFrame.value(\.scale, of: keyFrames, at: frame) ?? scale
        placement.rotation = KeyFrame.value(\.rotation, of: keyFrames, at: frame) ?? rotation
        placement.x = KeyFrame.value(\.x, of: keyFrames, at: frame) ?? x
        placement.y = KeyFrame.value(\.y, of: keyFrames, at: frame) ?? y
        placement.opacity *= Self.fade(frame, fadeIn) * Self.fade(count - 1 - frame, fadeOut)
        placement.opacity = min(max(placement.opacity, 0), 1)
        return placement
    }

    /// The largest that the picture ever is, as a factor of its frame.
    public var largestScale: Double { keyFrames.compactMap(\.scale).max() ?? scale }

    /// As in transitions: at the middle of each frame's time.
    private static func fade(_ frame: Int, _ count: Int) -> Double {
        frame >= count ? 1 : (Double(frame) + 0.5) / Double(count)
    }
}

extension KeyFrame {
    /// What a value is at a frame, or nothing if no key frame names it.
    ///
    /// - Parameters:
    ///   - field: What is asked for.
    ///   - keyFrames: In ascending order.
    ///   - frame: From the first of the picture's time.
    static func value(_ field: KeyPath<KeyFrame, Double?>, of keyFrames: [KeyFrame], at frame: Int) -> Double? {
        var before: (frame: Int, value: Double)?
        for key in keyFrames {
            guard let value = key[keyPath: field] else { continue }
            if key.frame >= frame {
                guard let before, key.frame > before.frame else { return value }
                let part = Double(frame - before.frame) / Double(key.frame - before.frame)
                return before.value + (value - before.value) * key.easing.value(at: part)
            }
            before = (key.frame, value)
        }
        return before?.value
    }
}
