import ArgumentParser

extension BatchRunCommand {
    /// Returns the words behind `pagereel batch run` for a worker, which records one shard on another machine.
    ///
    /// The configuration is already applied, since a worker may not find the file. Names of files stay as they are: they
    /// start from the worker's folder.
    ///
    /// - Parameters:
    ///   - jobs: How many rows the worker records at the same time.
    ///   - checksum: The manifest's checksum, see ``checked``.
    func workerWords(jobs: Int, checksum: String) -> [String] {
        let settings = batch.selection.settings + batch.serve.settings + existing.settings
        let running = running.settings.filter { !["jobs", "dry-run", "max-failures"].contains($0.facts.name) }
        let rows = batch.rows.templates.flatMap { setting in
            RowOptions.facts[setting.option].map(setting.arguments) ?? []
        }
        return ["--no-config", "--jobs=\(jobs)", "--checked=\(checksum)"]
            + ["--page=\(batch.page)", "--output=\(batch.output.template)"]
            + (settings + running).filter { !$0.isDefault }.flatMap(\.arguments) + rows + ["--", batch.manifest]
    }
}
