// Records a web page to a video:
//
//     swift run RecordAPage page.html video.mp4
//
// The page starts and stops the recording: it navigates to pagereel://start and pagereel://stop.

import Encoder
import EngineLink
import Frames
import PageSampler
import Recorder

guard CommandLine.arguments.count == 3 else { preconditionFailure("usage: RecordAPage <page> <file.mp4>") }

var plan = RecordingPlan(page: try PageAddress(CommandLine.arguments[1]), output: CommandLine.arguments[2])
plan.options.size = PixelSize(width: 640, height: 360)
plan.overwritesOutput = true

let recording = Recording(plan) { event in
    if case .warning(let text) = event { print("warning: \(text)") }
}
let summary = try await recording.run()
if let movie = summary.movie {
    print("\(movie.frames) frames, \(movie.duration)")
} else {
    print("The page canceled the recording.")
}
