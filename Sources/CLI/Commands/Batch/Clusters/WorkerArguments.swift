import ArgumentParser

/// The arguments of a worker, which records one shard of a batch on another machine.
enum WorkerArguments {
    /// The options of the batch that are not the worker's.
    private static let droppedGroups: [any ParsableArguments.Type] = [
        ClusterArguments.self, MessageArguments.self, ConfigurationArguments.self,
    ]
    private static let dropped: Set<String> = ["jobs", "dry-run", "max-failures"]

    /// Makes the words behind `pagereel batch run` from those of the batch.
    ///
    /// The configuration is applied here, since a worker may not find the file.
    ///
    /// - Parameters:
    ///   - typed: The arguments of the batch, without the program's name.
    ///   - jobs: How many rows the worker records at the same time.
    ///   - checksum: The manifest's checksum, see ``BatchRunCommand/checked``.
    /// - Throws: ``CommandError``.
    static func words(from typed: [String], jobs: Int, checksum: String) throws -> [String] {
        let arguments = try ConfiguredCommandLine(typed, root: Pagereel.self).arguments
        let (_, depth) = Pagereel.subcommand(named: arguments)
        let options = KnownOption.byName(in: droppedGroups)
            .merging(KnownOption.byName(in: [BatchRunCommand.self]).filter { dropped.contains($0.key) }) { $1 }
        let letters = Set(options.values.flatMap(\.letters))
        var words = ["--no-config", "--jobs=\(jobs)", "--checked=\(checksum)"]
        var rest = arguments.dropFirst(depth)
        while let argument = rest.popFirst(), argument != "--" {
            if argument == "--\(BatchRunCommand.restOption)" { return words }
            let isShort = argument.hasPrefix("-") && argument.count > 1 && !argument.hasPrefix("--")
            if isShort, argument.dropFirst().allSatisfy({ letters.contains(String($0)) }) { continue }
            guard argument.hasPrefix("--"), let option = options[String(argument.dropFirst(2).prefix { $0 != "=" })]
            else {
                words.append(argument)
                continue
            }
            if !option.isFlag, !argument.contains("=") { _ = rest.popFirst() }
        }
        return words + rest
    }
}
