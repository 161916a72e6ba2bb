// Draws movies one after another. Shares a queue with other programs of the same user that use a
// queue of the same name:
//
//     swift run DrawMovies gradients first.mp4 second.mp4

import Composition
import Encoder
import Frames
import Movies

/// A fade from black to white that lasts 2 s.
actor Gradient: FrameSource {
    private var index = 0

    func open() -> FrameFormat {
        FrameFormat(size: PixelSize(width: 320, height: 180), frameCount: 60)
    }

    func next() -> FrameRun? {
        guard index < 60 else { return nil }
        let canvas = Canvas(PixelBuffer(size: PixelSize(width: 320, height: 180)))
        let level = UInt8(index * 255 / 59)
        canvas.fill(Color(red: level, green: level, blue: level))
        index += 1
        return FrameRun(canvas.pixels)
    }
}

guard CommandLine.arguments.count > 2 else { preconditionFailure("usage: DrawMovies <queue> <file.mp4> ...") }

let queue = MovieQueue(name: CommandLine.arguments[1])
let tickets = CommandLine.arguments.dropFirst(2).map { output in
    queue.add(MovieJob(MoviePlan(output: output), source: Gradient())) { result in
        switch result {
        case .success(let finished): print("\(finished.path): \(finished.movie.frames) frames")
        case .failure(let error): print("\(output): \(error)")
        }
    }
}
for ticket in tickets { _ = try? await ticket.movie }
