import Foundation
import Frames
import Movies

@testable import Composition

/// A source of gray pictures that a test can block.
actor Flat: FrameSource {
    private let size: PixelSize
    private let runs: [(level: UInt8, count: Int)]
    private let onOpen: @Sendable () async throws -> Void
    private let onNext: @Sendable (Int) async throws -> Void
    private var index = 0

    init(
        _ runs: [(UInt8, Int)] = [(0, 2)], size: PixelSize = PixelSize(width: 64, height: 48),
        onOpen: @escaping @Sendable () async throws -> Void = {},
        onNext: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) {
        self.size = size
        self.runs = runs
        self.onOpen = onOpen
        self.onNext = onNext
    }

    func open() async throws -> FrameFormat {
        try await onOpen()
        return FrameFormat(size: size)
    }

    func next() async throws -> FrameRun? {
        defer { index += 1 }
        try await onNext(index)
        guard index < runs.count else { return nil }
        let canvas = Canvas(PixelBuffer(size: size))
        canvas.fill(Color(red: runs[index].level, green: runs[index].level, blue: runs[index].level))
        return FrameRun(canvas.pixels, count: runs[index].count)
    }
}
