import ArgumentParser
import Notation
import Recorder
import Timeline

/// A command that `pagereel schedule` can have run again and again.
protocol SchedulableCommand: ParsableCommand {
    /// What it works on, as typed; `-` stands for standard input.
    var inputs: [String] { get }
    /// The output or input after which the schedule is named; possibly with strftime(3) conversions.
    var nameGiver: String { get }
    /// Whether `--quiet` or `--verbose` is given.
    var choosesMessages: Bool { get }

    /// Checks the command as if it started now, without making anything.
    ///
    /// - Returns: The names of files that it makes and that no earlier run may have made, possibly with conversions.
    /// - Throws: The errors that it would end with.
    func rehearse() throws -> [String]
}

extension RecordCommand: SchedulableCommand {
    var inputs: [String] { [page] }
    var nameGiver: String { file.output?.template ?? "" }
    var choosesMessages: Bool { messages.quiet || messages.verbose }

    func rehearse() throws -> [String] {
        let server = try serve.start()
        let output = try newOutput()
        let plan = try plan(output: output, from: server)
        guard !existing.overwrite else { return [] }
        // Beside the output, their names begin with its name.
        let shots = pictures.screenshots == nil ? [] : pictures.paths(for: plan.take, output: output, isPrefixed: false)
        let names = [
            file.output?.template, posters.poster, photos.livePhoto?.text, photos.motionPhoto?.text,
            storyboards.storyboard?.escaping(["%": "%%"]), reporting.report?.escaping(["%": "%%"]),
            archiving.har?.escaping(["%": "%%"]), tracing.trace?.escaping(["%": "%%"]),
        ]
        return names.compactMap(\.self) + shots.map { $0.escaping(["%": "%%"]) }
    }
}

extension BatchRunCommand: SchedulableCommand {
    var inputs: [String] { [batch.manifest] }
    var nameGiver: String { batch.manifest.escaping(["%": "%%"]) }
    var choosesMessages: Bool { messages.quiet || messages.verbose }

    /// Rows that are done are not recorded again, also with `--overwrite`, so each run needs other outputs.
    func rehearse() throws -> [String] {
        let check = try BatchPlan(batch, from: try batch.serve.start()).check()
        _ = try check.replacedRows(overwrites: existing.overwrite)
        // A percent sign in a column's name begins no conversion.
        let name = batch.templates.output.template.replacing(/\{\{|\}\}|\{[^{}]*\}/) {
            String($0.output).escaping(["%": "%%"])
        }
        return [name]
    }
}

extension CheckCommand: SchedulableCommand {
    var inputs: [String] { pages }
    var nameGiver: String { "" }
    var choosesMessages: Bool { messages.quiet || messages.verbose }

    func rehearse() throws -> [String] {
        guard !expectations.watch else {
            throw CommandError(.usage, "--watch never ends by itself, so it cannot be scheduled.")
        }
        var names = [storyboards.storyboard].compactMap(\.self)
        if hasCases {
            _ = try CasesFile(path: page).cases()
        } else {
            let server = try serve.start()
            for page in pages {
                let plan = try plan(for: page, from: server)
                let prefix = pages.count > 1 ? Self.picturePrefix(of: ShownAddress.text(page)) : picturePrefix
                names += Screenshots.files(of: plan, in: pictureFolder, prefix: prefix).map(\.path)
            }
        }
        return existing.overwrite ? [] : names.map { $0.escaping(["%": "%%"]) }
    }
}

extension ComposeCommand: SchedulableCommand {
    var inputs: [String] { [timeline] }
    var nameGiver: String { "" }
    var choosesMessages: Bool { messages.quiet || messages.verbose }

    func rehearse() throws -> [String] {
        guard !result.play else { throw CommandError(.usage, "--play ends by Ctrl-C, so it cannot be scheduled.") }
        let file = TimelineFile(command: self, probe: FileProbe())
        let plan = try file.plan(of: file.description { _ in })
        return overwrites || result.explain ? [] : plan.outputs.map { $0.path.escaping(["%": "%%"]) }
    }
}

extension ImagesCommand: SchedulableCommand {
    var inputs: [String] { pictures + [files.list].compactMap(\.self) }
    var nameGiver: String { files.output.template }
    var choosesMessages: Bool { messages.quiet || messages.verbose }

    func rehearse() throws -> [String] {
        _ = try TimelineResolver(timeline(of: slideList()), probe: FileProbe()).plan()
        guard !existing.overwrite else { return [] }
        return [files.output.template, posters.poster, photos.livePhoto?.text, photos.motionPhoto?.text]
            .compactMap(\.self)
    }
}

extension StillsCommand: SchedulableCommand {
    var inputs: [String] { [page] }
    var nameGiver: String { stills.output.escaping(["%": "%%"]) }
    var choosesMessages: Bool { messages.quiet || messages.verbose }

    func rehearse() throws -> [String] {
        try comparison.requireReferences()
        let plan = try plan(from: try serve.start())
        let shots = Screenshots.files(of: plan, in: pictures.screenshots ?? stills.output, prefix: "").map(\.path)
        return stills.overwrite ? [] : (stills.moments.map(path) + shots).map { $0.escaping(["%": "%%"]) }
    }
}
