// Samples the frames of a web page, and writes every 30th as a picture:
//
//     swift run SampleAPage page.html folder
//
// The page starts and stops the sampling: it navigates to pagereel://start and pagereel://stop.

import Encoder
import EngineLink
import Frames
import PageSampler

guard CommandLine.arguments.count == 3 else { preconditionFailure("usage: SampleAPage <page> <folder>") }
let folder = CommandLine.arguments[2]

let frames = PageFrames(try PageAddress(CommandLine.arguments[1]), size: PixelSize(width: 640, height: 360))
for try await event in frames.events {
    switch event {
    case .frame(let frame) where frame.index % 30 == 0:
        try StillWriter.write(frame.pixels, to: "\(folder)/\(frame.index).png", overwrite: true)
    case .event(.signal(let signal)): print("\(signal.signal) at \(signal.pageTime)")
    case .ended(let reason): print("ended: \(reason)")
    default: break
    }
}
