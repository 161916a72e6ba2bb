/// One option and what it is set to, by whoever set it.
struct Setting: Sendable {
    /// What an option is set to.
    enum Value: Sendable, Equatable {
        /// A flag is on or off.
        case flag(Bool)
        /// Texts as they would be typed; several for a repeatable option.
        case texts([String])
    }

    /// The option's long name, without dashes.
    let option: String
    let value: Value
    /// The line in its file, counted from 1.
    var line: Int?

    /// Whether it is a flag that is turned off.
    var isOff: Bool { value == .flag(false) }

    /// The text that counts where only one does.
    var lastText: String? {
        guard case .texts(let texts) = value else { return nil }
        return texts.last
    }

    /// The arguments that set it.
    ///
    /// - Parameter option: The option as the command declares it.
    func arguments(for option: KnownOption) -> [String] {
        switch value {
        case .texts(let texts): texts.map { "--\(option.name)=\($0)" }
        case .flag(true): ["--\(option.name)"]
        // A flag that nothing turns off is off by itself.
        case .flag(false): option.turnsOff ? ["--no-\(option.name)"] : []
        }
    }
}
