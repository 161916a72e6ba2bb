#if FUZZING
    import CFuzzer
    import Foundation
    import Synchronization
    import TestSupport
    import Testing

    /// Runs libFuzzer on one reader, when `make fuzz` has linked it (`scripts/fuzz.sh`).
    ///
    /// PAGEREEL_FUZZ_ARGUMENTS has libFuzzer's arguments, one on each line. PAGEREEL_FUZZ_READER is the reader's name.
    /// Into the file PAGEREEL_FUZZ_COUNTS go the numbers of inputs and of accepted ones.
    enum FuzzDriver {
        /// What libFuzzer's callbacks use; they run on one thread.
        struct State {
            let reader: FuzzReader
            let mutator: any Mutator
            let counts: String
            var runs = 0
            var acceptedRuns = 0
            /// Some inputs that were accepted, from which others are made; libFuzzer also keeps refused ones.
            var acceptedInputs: [[UInt8]] = []
            static let mostInputs = 1000
            var lastWritten = ContinuousClock.now

            mutating func note(_ input: [UInt8]) {
                acceptedRuns += 1
                guard acceptedInputs.count == Self.mostInputs else { return acceptedInputs.append(input) }
                acceptedInputs[acceptedRuns % Self.mostInputs] = input
            }
        }

        static let state = Mutex<State?>(nil)

        /// Runs until libFuzzer ends the process.
        static func run(_ reader: FuzzReader, arguments: [String], counts: String) throws {
            let seeds = try reader.allSeeds()
            state.withLock {
                $0 = State(reader: reader, mutator: reader.mutator.learning(from: seeds), counts: counts)
            }
            atexit { FuzzDriver.writeCounts() }
            // As large as the main thread's stack, which readers have in the program.
            let words = ["fuzz", "-max_len=\(reader.longest)"] + arguments
            let thread = Thread {
                var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
                var count = CInt(words.count)
                unsafe pointers.withUnsafeMutableBufferPointer { pointers in
                    var start = pointers.baseAddress
                    _ = unsafe LLVMFuzzerRunDriver(&count, &start) { data, size in unsafe FuzzDriver.test(data, size) }
                }
            }
            thread.stackSize = 8 << 20
            thread.start()
            while true { pause() }
        }

        private static func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
            let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
            guard let reader = state.withLock({ $0?.reader }) else { return 0 }
            let outcome: FuzzReader.Outcome
            do {
                outcome = try reader.read(bytes)
            } catch {
                // libFuzzer keeps the input of a process that aborts.
                FileHandle.standardError.write(Data("\(reader): \(error)\n".utf8))
                abort()
            }
            let isDue = state.withLock { state in
                state?.runs += 1
                if outcome == .accepted { state?.note(bytes) }
                guard let last = state?.lastWritten, (state?.runs ?? 0) % 256 == 0 else { return false }
                return last.duration(to: .now) > .seconds(1)
            }
            if isDue { writeCounts() }
            return 0
        }

        /// Writes the counts now and then, because a crash leaves no time for it.
        static func writeCounts() {
            state.withLock { state in
                guard let counts = state else { return }
                state?.lastWritten = .now
                // Without the file, the table lacks a number.
                try? "\(counts.runs) \(counts.acceptedRuns)\n".write(
                    toFile: counts.counts, atomically: true, encoding: .utf8)
            }
        }
    }

    /// Changes an input; libFuzzer finds this function by its name.
    @_cdecl("LLVMFuzzerCustomMutator")
    public func fuzzerMutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
        var bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
        guard let state = FuzzDriver.state.withLock({ $0 }) else { return size }
        var chances = SplitMix(seed: UInt64(seed))
        if chances.isOne(in: 2), let input = state.acceptedInputs.randomElement(using: &chances) { bytes = input }
        let mutated = state.mutator.mutate(bytes, using: &chances) { part in
            var room = part + [UInt8](repeating: 0, count: part.count + 64)
            let count = unsafe room.withUnsafeMutableBufferPointer { room in
                unsafe room.baseAddress.map { unsafe LLVMFuzzerMutate($0, part.count, room.count) } ?? 0
            }
            return Array(room.prefix(count))
        }.prefix(most)
        for (index, byte) in mutated.enumerated() { unsafe data[index] = byte }
        return mutated.count
    }

    @Suite("Fuzzing")
    struct FuzzingTests {
        @Test("One reader is fuzzed")
        func fuzz() throws {
            let environment = ProcessInfo.processInfo.environment
            let reader = try #require(FuzzReader.all.first { $0.name == environment["PAGEREEL_FUZZ_READER"] })
            let arguments = try #require(environment["PAGEREEL_FUZZ_ARGUMENTS"]).split(separator: "\n").map(String.init)
            let folder = try #require(environment["PAGEREEL_FUZZ_SEEDS"])
            for (index, seed) in try reader.seeds().enumerated() {
                try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
            }
            try FuzzDriver.run(
                reader, arguments: arguments, counts: environment["PAGEREEL_FUZZ_COUNTS"] ?? "/dev/null")
        }
    }
#endif
