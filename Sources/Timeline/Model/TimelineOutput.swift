package import Frames

/// An output file, as the description states it.
package struct TimelineOutput: Sendable {
    /// The line at which the output is described.
    package var line: Int?
    /// The output with its path, kind, quality and codec; its size and frames are not known yet.
    package var planned: PlannedOutput
    /// The time of a still picture, or the interval between the pictures of a contact sheet.
    ///
    /// A photo's still counts from the beginning of the part (default: its middle).
    package var time: Written<TimelineTime>?
    /// The width (default: follows from the height and the canvas's aspect ratio).
    package var width: Int?
    /// The height (default: follows from the width and the canvas's aspect ratio).
    package var height: Int?
    /// Frames per second.
    package var frameRate: Written<FrameRate>?
    /// The beginning of the output's part of the timeline.
    package var from: Written<TimelineTime>?
    /// The length of the output's part of the timeline.
    package var length: Written<TimelineTime>?
}
