import ArgumentParser

/// A command that passes options to another one, without parsing them itself.
protocol PassingCommand: ParsableCommand {
    /// The groups of the options that are passed.
    static var passedGroups: [any ParsableArguments.Type] { get }
    /// The long name of the option whose values are all arguments behind it.
    static var restOption: String { get }
}

/// Options that a command passes to another one.
enum PassedOptions {
    /// Moves a command's passed options behind `--`, each in one argument with its value.
    ///
    /// The parser of the command collects what follows `--`. It could not do so without, because it does
    /// not know which options have values. The values of the option for the rest get its name each.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the program's name.
    ///   - root: The command that they belong to.
    static func moved(in arguments: [String], of root: any ParsableCommand.Type) -> [String] {
        let (command, depth) = root.subcommand(named: arguments)
        guard let command = command as? any PassingCommand.Type else { return arguments }
        let own = Set(KnownOption.all(in: command).map(\.name))
        let options = KnownOption.byName(in: command.passedGroups).filter { !own.contains($0.key) }
        var (kept, passed) = (Array(arguments.prefix(depth)), [String]())
        var rest = arguments.dropFirst(depth)
        while let argument = rest.popFirst(), argument != "--" {
            if argument == "--\(command.restOption)", own.contains(command.restOption) {
                kept += rest.map { "\(argument)=\($0)" }
                return passed.isEmpty ? kept : kept + ["--"] + passed
            }
            let name = argument.dropFirst(2).prefix { $0 != "=" }
            guard argument.hasPrefix("--"), let option = option(String(name), in: options) else {
                kept.append(argument)
                continue
            }
            guard !option.isFlag, !argument.contains("="), let value = rest.popFirst() else {
                passed.append(argument)
                continue
            }
            passed.append("\(argument)=\(value)")
        }
        return passed.isEmpty ? arguments : kept + rest + ["--"] + passed
    }

    private static func option(_ name: String, in options: [String: KnownOption]) -> KnownOption? {
        if let option = options[name] { return option }
        guard name.hasPrefix("no-"), let option = options[String(name.dropFirst(3))], option.turnsOff else {
            return nil
        }
        return option
    }
}
