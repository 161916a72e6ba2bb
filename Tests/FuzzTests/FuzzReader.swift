import Foundation

/// A function that reads bytes which others wrote, with what has to hold for each input.
struct FuzzReader: Sendable, CustomStringConvertible {
    /// What became of an input.
    enum Outcome: Sendable {
        /// The input has a value.
        case accepted
        /// The input was refused, with an error or as another format.
        case refused
    }

    /// Something that must not be, whatever the input is.
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    /// The name, by which `make fuzz READERS=…` runs it; also that of its folder in the corpus.
    let name: String
    /// The length of the longest input, in bytes.
    let longest: Int
    /// How valid inputs become other, mostly valid ones.
    let mutator: any Mutator
    /// Inputs made by our own code, besides the files of the corpus.
    let seeds: @Sendable () throws -> [[UInt8]]
    /// Reads an input.
    ///
    /// - Throws: ``Violation``.
    let read: @Sendable ([UInt8]) throws -> Outcome

    init(
        _ name: String, longest: Int = 4096, _ mutator: any Mutator = ByteMutator(),
        seeds: @escaping @Sendable () throws -> [[UInt8]] = { [] },
        read: @escaping @Sendable ([UInt8]) throws -> Outcome
    ) {
        self.name = name
        self.longest = longest
        self.mutator = mutator
        self.seeds = seeds
        self.read = read
    }

    var description: String { name }

    /// All readers.
    static let all: [FuzzReader] =
        messages + pictures + photos + timelines + manifests + schedules + checks + batches + addresses + servers
        + notations

    /// The folder of the corpus.
    static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Corpus", directoryHint: .isDirectory)

    /// The files of the reader's corpus, sorted; those whose names begin with `crash-` once failed.
    var files: [URL] {
        let folder = Self.corpus.appending(path: name)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appending(path: $0) }
    }

    /// All seeds: those made by our code and those of the corpus.
    func allSeeds() throws -> [[UInt8]] { try seeds() + files.map { Array(try Data(contentsOf: $0)) } }
}

/// Throws if something is not as it has to be.
func require(_ condition: @autoclosure () throws -> Bool, _ text: @autoclosure () -> String) throws {
    guard try condition() else { throw FuzzReader.Violation(description: text()) }
}

/// Whether to print why an input is refused.
private let isVerbose = ProcessInfo.processInfo.environment["PAGEREEL_FUZZ_VERBOSE"] != nil

/// The value of a reader that may refuse an input; only a violation is thrown on.
func accepted<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
        return try body()
    } catch let violation as FuzzReader.Violation {
        throw violation
    } catch {
        // Every message must be printable, too.
        let message = "\(error)"
        if isVerbose { print(message) }
        return nil
    }
}

extension FuzzReader {
    /// A reader of texts; what is not UTF-8 is refused, as where files are read.
    static func text(
        _ name: String, longest: Int = 4096, _ mutator: any Mutator = WordMutator(),
        seeds: @escaping @Sendable () throws -> [[UInt8]] = { [] },
        read: @escaping @Sendable (String) throws -> Bool
    ) -> FuzzReader {
        FuzzReader(name, longest: longest, mutator, seeds: seeds) { bytes in
            guard let text = String(validating: bytes, as: UTF8.self), try read(text) else { return .refused }
            return .accepted
        }
    }
}
