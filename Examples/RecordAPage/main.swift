// Records a page to a file: RecordAPage report.html report.mp4
import Recorder

let arguments = CommandLine.arguments.dropFirst() + ["report.html", "report.mp4"]
let page = try PageAddress(arguments[1])

var plan = RecordingPlan(page: page, output: arguments[2])
plan.pageOptions.size = PixelSize(width: 640, height: 360)
plan.longestDuration = .seconds(60)
plan.overwritesOutput = true

let summary = try MainLoop.run {
    try await Recording(plan) { event in
        if case .warning(let text) = event { print(text) }
    }.run()
}
print("\(summary.movie?.frames ?? 0) frames, \(summary.exitReason.rawValue)")
