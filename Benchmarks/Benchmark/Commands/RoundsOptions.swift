import ArgumentParser
import Foundation
import PageRenderer

/// The options of commands that measure in rounds and print a table.
struct RoundsOptions: ParsableArguments {
    @Option(name: .customLong("repeat"), help: "How often everything is measured; the tables show medians.")
    var rounds = 3

    @Option(help: "The built program; without it the one beside this one.")
    var pagereel: String?

    @Option(name: .shortAndLong, help: "A file for the tables, beside standard output.")
    var output: String?

    /// The program to measure.
    @MainActor
    var program: String { pagereel ?? Bench.folder + "/pagereel" }

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--repeat is positive.") }
    }

    /// Measures, and prints and writes the tables.
    func write(_ measure: @escaping @MainActor () async throws -> String) throws {
        let text = try MainLoop.run { try await measure() }
        print(text, terminator: "")
        if let output { try text.write(toFile: output, atomically: true, encoding: .utf8) }
    }

    /// Calls a closure for each round with what is measured, in reverse order in every second round, so that slow changes
    /// of the machine affect all equally.
    @MainActor
    func measure<Subject, Result>(
        _ subjects: [Subject], _ round: @MainActor ([Subject]) async throws -> Result
    ) async throws -> [Result] {
        var results: [Result] = []
        for number in 0..<rounds {
            results.append(try await round(number % 2 == 1 ? subjects.reversed() : subjects))
        }
        return results
    }
}
