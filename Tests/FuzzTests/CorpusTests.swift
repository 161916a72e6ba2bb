import Foundation
import TestSupport
import Testing

/// Repeats the corpus of `make fuzz`, and changes each input a little.
@Suite("Readers of bytes that others wrote")
struct CorpusTests {
    @Test("Each reader keeps its rules for its corpus", arguments: FuzzReader.all)
    func corpus(reader: FuzzReader) throws {
        for seed in try reader.seeds() { #expect(try reader.read(seed) == .accepted) }
        #expect(!reader.files.isEmpty)
        for file in reader.files {
            do {
                let outcome = try reader.read(Array(try Data(contentsOf: file)))
                // Others teach the mutators nothing.
                #expect(
                    outcome == .accepted || file.lastPathComponent.hasPrefix("crash-"), "\(file.lastPathComponent)")
            } catch {
                Issue.record("\(file.lastPathComponent): \(error)")
            }
        }
    }

    @Test("Each reader keeps its rules for changed inputs", arguments: FuzzReader.all)
    func changed(reader: FuzzReader) throws {
        let seeds = try reader.allSeeds()
        let mutator = reader.mutator.learning(from: seeds)
        var chances = SplitMix(seed: 1)
        var inputs = seeds
        var accepted = 0
        let count = 40
        for _ in 0..<count {
            let input = try #require(inputs.randomElement(using: &chances))
            var other = SplitMix(seed: chances.next())
            let mutated = mutator.mutate(input, using: &chances) { bytes in
                var changed = bytes
                for _ in 0..<min(3, bytes.count) {
                    changed[other.below(bytes.count)] = UInt8.random(in: 0...255, using: &other)
                }
                return changed
            }.prefix(reader.longest)
            guard try reader.read(Array(mutated)) == .accepted else { continue }
            accepted += 1
            inputs.append(Array(mutated))
        }
        // Shallow mutations would test the first check only.
        #expect(accepted * 20 >= count, "\(accepted) of \(count) changed inputs were accepted")
    }

    @Test("Each folder of the corpus has a reader")
    func folders() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: FuzzReader.corpus.path)
        #expect(Set(folders).subtracting(FuzzReader.all.map(\.name)) == [])
    }
}
