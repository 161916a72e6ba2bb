public import Frames
private import Notation

/// A picture that a take captures for a step: why, when, and which part of it is wanted.
public struct StepPicture: Sendable, Codable {
    /// Why a picture is captured.
    public enum Purpose: Sendable, Hashable, Codable {
        /// The step is a `screenshot` of this name.
        case screenshot(name: String)
        /// The step has failed, the first one of the take.
        case failure
        /// The step has ended, and the page has rendered what it did.
        case end
    }

    /// A part of a picture, in its pixels.
    public struct Area: Sendable, Hashable, Codable {
        /// The first column.
        public let x: Int
        /// The first row.
        public let y: Int
        /// The size in pixels.
        public let size: PixelSize

        /// Describes a part of a picture.
        public init(x: Int, y: Int, size: PixelSize) {
            (self.x, self.y, self.size) = (x, y, size)
        }

        /// The part that is in another area, with its place there; `nil` if they do not overlap.
        package func part(in other: Area) -> Area? {
            let (left, top) = (max(x, other.x), max(y, other.y))
            let right = min(x + size.width, other.x + other.size.width)
            let bottom = min(y + size.height, other.y + other.size.height)
            guard left < right, top < bottom else { return nil }
            let part = PixelSize(width: right - left, height: bottom - top)
            return Area(x: left - other.x, y: top - other.y, size: part)
        }

        /// Whether the area is not empty, and within a picture of some size.
        package func isInside(_ picture: PixelSize) -> Bool {
            (0..<picture.width).contains(x) && (0..<picture.height).contains(y) && size.width > 0 && size.height > 0
                && size.width <= picture.width - x && size.height <= picture.height - y
        }
    }

    /// The step and what became of it.
    public internal(set) var outcome: StepOutcome
    /// The number of steps that had ended before; the step's index in the take's list.
    public let index: Int
    /// Why the picture was captured.
    public let purpose: Purpose
    /// When the page had this picture, since its first document began to arrive.
    public let pageTime: Duration
    /// The text of a step `caption` that was shown; `nil` if no caption was shown.
    public internal(set) var caption: String?
    /// The part of the picture that is wanted; `nil` for all of it.
    public let area: Area?

    /// Describes a picture.
    package init(
        of outcome: StepOutcome, index: Int, _ purpose: Purpose, at pageTime: Duration, caption: String?,
        area: Area? = nil
    ) {
        self.outcome = outcome
        self.index = index
        self.purpose = purpose
        self.pageTime = pageTime
        self.caption = caption
        self.area = area
    }
}

extension PixelBuffer {
    /// Copies a part of the picture, which must be inside.
    package func part(_ area: StepPicture.Area) -> PixelBuffer {
        let part = PixelBuffer(size: area.size, hasAlpha: hasAlpha)
        unsafe withBytes { source in
            unsafe part.withMutableBytes { target in
                for row in 0..<area.size.height {
                    let start = (area.y + row) * stride + area.x * 4
                    let pixels = unsafe UnsafeRawBufferPointer(rebasing: source[start..<start + area.size.width * 4])
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[(row * part.stride)...])
                        .copyMemory(from: pixels)
                }
            }
        }
        return part
    }
}

/// Which pictures of steps a take captures beside those of `screenshot` steps.
package enum StepPictures: Sendable, Codable {
    /// None.
    case none
    /// One of the first step that fails.
    case firstFailure
    /// One of each step, once it has ended.
    case all
}

extension PageStep {
    /// Whether the step, or one that depends on it, captures a picture.
    package var takesScreenshot: Bool {
        switch action {
        case .screenshot: true
        case .branch(_, let steps): steps.contains(where: \.takesScreenshot)
        default: false
        }
    }
}
