import ArgumentParser
import Encoder
import Frames
import Recorder
import Timeline

extension PagePlanner {
    /// Plans recordings with the options of `pagereel record` that a timeline states.
    static let commandLine = PagePlanner { recording, output, hasSound in
        let page = recording.page
        var arguments = [
            page.address, "-o", output, "--codec", "ffv1", "--fps", "\(recording.frameRate)",
            "--page-audio", hasSound ? "auto" : "off", "--size", "\(page.size)", "--scale", "\(page.scale)",
            "--duration", "\(Double(recording.duration.wholeNanoseconds) / 1e6)ms",
            "--start-on", page.waitsForStart ? "signal" : "load",
        ]
        if page.isTransparent { arguments.append("--transparent") }
        return try RecordCommand.parse(arguments + page.options).plan(output: output, from: nil)
    }
}
