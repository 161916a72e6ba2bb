import Foundation
import TestSupport

/// A folder with the manifest of a batch, its outputs and its journal.
struct BatchFolder {
    let folder: TemporaryFolder

    /// The templates in fixtures/html/batch.
    static let templates = ["cards", "chart", "turn", "tone"]

    init() throws { folder = try TemporaryFolder() }

    /// Writes a manifest `rows.csv`.
    func write(_ columns: String, _ rows: [String]) throws {
        try folder.write("rows.csv", ([columns] + rows).joined(separator: "\r\n") + "\r\n")
    }

    /// Rows of all templates in turn, with the columns `id,template,seconds,fails`.
    func writeRows(_ count: Int, seconds: Double = 0.4, fails: [Int: String] = [:]) throws {
        try write(
            "id,template,seconds,fails",
            (1...count).map { "\($0),\(Self.templates[$0 % 4]),\(seconds),\(fails[$0] ?? "")" })
    }

    /// The arguments of the batch of ``writeRows(_:seconds:fails:)``.
    var arguments: [String] {
        [
            "rows.csv", "--page", Fixture.page("batch/cards.html").replacing("cards", with: "{template}"), "-o",
            "out/{template}/{id}.mp4", "--size", "640x180", "--seed", "7", "--date", "2026-01-01T00:00:00Z",
            "--start-timeout", "20s",
        ]
    }

    /// Runs `pagereel batch` in the folder.
    func run(
        _ options: [String] = [], command: [String] = ["batch"], timeout: Duration = .seconds(150),
        during body: (Recording) async throws -> Void = { _ in }
    ) async throws -> Pagereel.Outcome {
        try await Pagereel.run(
            command + arguments + options, folder: folder, timeout: timeout, during: body)
    }

    /// The path of a row's output.
    func output(_ id: Int) -> String { folder.path("out/\(Self.templates[id % 4])/\(id).mp4") }

    /// The ids of the rows that have an output.
    func outputs(of count: Int) -> Set<Int> {
        Set((1...count).filter { FileManager.default.fileExists(atPath: output($0)) })
    }

    /// The lines of the journal of a kind: `begun`, `done` or `failed`.
    func journal(_ kind: String, named name: String = "local") -> [String] {
        let text = try? String(contentsOfFile: folder.path("rows.csv.journal/\(name).journal"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").filter { $0.hasPrefix(kind) }.map(String.init)
    }

    /// Waits until so many rows are done.
    func wait(forDone count: Int) async throws {
        try await Condition.wait(for: "\(count) rows") { journal("done").count >= count }
    }

    /// What is wrong with a row's video: the id and the time in each of its frames are compared.
    ///
    /// - Returns: `nil` if all is right.
    func fault(of id: Int, frames: Int = 12) async throws -> String? {
        let path = output(id)
        let (ids, times) = try await BarCode.timesAndNumbers(of: path)
        let right = (0..<frames).map { Int?.some(Int((Double($0) * 1000 / 30).rounded())) }
        guard ids == Array(repeating: id, count: frames) else { return "row \(id): ids \(ids)" }
        // The page rounds; the frame's time may be cut to microseconds before.
        let isRight = zip(times, right).allSatisfy { abs(($0 ?? -9) - ($1 ?? 0)) <= 1 }
        return times.count == frames && isRight ? nil : "row \(id): times \(times)"
    }
}
