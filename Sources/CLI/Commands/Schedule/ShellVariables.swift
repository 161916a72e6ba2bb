import ArgumentParser

/// The environment variables of the shell that a command reads, and that its job will not have.
struct ShellVariables {
    /// A sentence for each of them.
    let warnings: [String]

    /// Finds the variables that are set, unless an option or the configuration takes their place.
    ///
    /// - Parameter environment: The shell's variables.
    init(of command: any SchedulableCommand, in environment: [String: String]) {
        let settings = command.settingsOfGroups
        let typed = Set(settings.filter(\.isTyped).map(\.facts.name))
        func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
        var warnings: [String] = []
        if isSet("PAGEREEL_AUTH"), !(command is ImagesCommand), !Self.hasCredentials(command) {
            warnings.append(
                "PAGEREEL_AUTH is set in this shell, but the job will not have it. Put the password into a "
                    + "configuration file that only you can read (chmod 600), like 'defaults: {auth: user:password}', "
                    + "and pass --config FILE; or set PAGEREEL_AUTH in the job's environment.")
        }
        if isSet("PAGEREEL_LIBRARY"), let recording = command as? RecordCommand, recording.file.output == nil,
            recording.library.library == nil
        {
            warnings.append(
                "PAGEREEL_LIBRARY is set in this shell, but the job will not have it, and its videos would go to the "
                    + "library in your home folder. Pass --library FOLDER to the command.")
        }
        if isSet("PAGEREEL_CONFIG"), typed.isDisjoint(with: ["config", "no-config"]) {
            warnings.append(
                "PAGEREEL_CONFIG is set in this shell, but the job will not have it, and would not read that "
                    + "configuration file. Pass --config FILE to the command.")
        }
        self.warnings = warnings
    }

    /// Whether the configuration has credentials for the page.
    private static func hasCredentials(_ command: any SchedulableCommand) -> Bool {
        if let batch = command as? BatchRunCommand {
            return batch.batch.rows.templates.contains { $0.option == "auth" }
        }
        return command.settingsOfGroups.contains { $0.facts.name == "auth" && !$0.texts.isEmpty }
    }
}
