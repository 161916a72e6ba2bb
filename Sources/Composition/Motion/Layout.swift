/// The position and appearance of a picture on the canvas.
///
/// The steps follow the order of the fields: the picture is fitted into its frame, cropped,
/// rotated, scaled and moved about the frame's center, changed by its effects, and composited with
/// its opacity.
public struct Layout: Sendable, Hashable {
    /// How the picture is fitted into its frame.
    public var fit: Fit
    /// The frame, on the canvas, or ``PixelRectangle/canvas`` for all of it.
    public var frame: PixelRectangle
    /// The rotation in degrees, clockwise about the frame's center.
    public var rotation = 0.0
    /// The scale factor, about the frame's center.
    public var scale = 1.0
    /// The offset to the right, in canvas pixels.
    public var x = 0.0
    /// The offset downward, in canvas pixels.
    public var y = 0.0
    /// Whether the picture is mirrored horizontally.
    public var isMirrored = false
    /// A linear map about the frame's center.
    ///
    /// It is applied before the picture is mirrored, scaled, rotated and moved.
    public var matrix = LinearMap.identity
    /// The effects on the picture, in order.
    public var effects: [Effect] = []
    /// The opacity, from 0 to 1.
    public var opacity = 1.0
    /// The length of the fade-in, in frames.
    public var fadeIn = 0
    /// The length of the fade-out, in frames.
    public var fadeOut = 0
    /// The keyframes, ascending; the fields that they set replace those above.
    public var keyFrames: [KeyFrame] = []

    /// Creates the layout of a picture that stands still in its frame.
    public init(fit: Fit = .contain, frame: PixelRectangle = .canvas) {
        self.fit = fit
        self.frame = frame
    }
}

/// The placement of a picture at one frame of its time.
///
/// A `nil` field is interpolated between the keyframes that set it. Before the first of them it has
/// the first value, after the last the last value.
public struct KeyFrame: Sendable, Hashable {
    /// The frame, counted from the picture's first.
    public var frame: Int
    /// The easing from the previous keyframe to this one.
    public var easing: Easing
    /// The opacity, from 0 to 1.
    public var opacity: Double?
    /// The scale factor, about the picture's center.
    public var scale: Double?
    /// The rotation in degrees, clockwise about the picture's center.
    public var rotation: Double?
    /// The offset to the right, in canvas pixels.
    public var x: Double?
    /// The offset downward, in canvas pixels.
    public var y: Double?

    /// Creates a keyframe that sets no field.
    public init(frame: Int, easing: Easing = .linear) {
        self.frame = frame
        self.easing = easing
    }
}

/// The placement of a picture at one moment, from its layout and keyframes.
public struct Placement: Sendable, Hashable {
    /// The opacity, from 0 to 1.
    public var opacity = 1.0
    /// The scale factor, about the frame's center.
    public var scale = 1.0
    /// The rotation in degrees, clockwise about the frame's center.
    public var rotation = 0.0
    /// The offset to the right, in canvas pixels.
    public var x = 0.0
    /// The offset downward, in canvas pixels.
    public var y = 0.0

    /// Creates the placement of a picture that stands still in its frame.
    public init() {}

    /// Whether the picture is neither scaled, rotated nor moved.
    public var isInPlace: Bool { scale == 1 && rotation == 0 && x == 0 && y == 0 }
}

extension Layout {
    /// The placement of the picture at one of its frames.
    ///
    /// Fades multiply the opacity.
    ///
    /// - Parameters:
    ///   - frame: The frame, counted from the picture's first.
    ///   - count: The length of the picture's time, in frames.
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

    /// The largest scale factor over the picture's time.
    public var largestScale: Double { keyFrames.compactMap(\.scale).max() ?? scale }

    /// The progress of a fade at the middle of a frame's time, as in transitions.
    private static func fade(_ frame: Int, _ count: Int) -> Double {
        frame >= count ? 1 : (Double(frame) + 0.5) / Double(count)
    }
}

extension KeyFrame {
    /// The value of a field at a frame, or `nil` if no keyframe sets it.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - keyFrames: The keyframes, in ascending order.
    ///   - frame: The frame, counted from the picture's first.
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
