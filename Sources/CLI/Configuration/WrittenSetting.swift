/// An option and its value, as a file has them.
struct WrittenSetting: Sendable {
    /// An option's value.
    enum Value: Sendable, Equatable {
        /// A flag is on or off.
        case flag(Bool)
        /// The values as they would be typed; several for a repeatable option.
        case texts([String])
    }

    /// The option's long name, without dashes.
    let option: String
    let value: Value
    /// The line in its file, counted from 1.
    var line: Int?

    /// Whether the setting turns a flag off.
    var isOff: Bool { value == .flag(false) }

    /// The last value, which overrides the others.
    var lastText: String? {
        guard case .texts(let texts) = value else { return nil }
        return texts.last
    }

    /// Returns the arguments that set the option.
    ///
    /// - Parameter option: The option as the command declares it.
    func arguments(for option: KnownOption) -> [String] {
        switch value {
        case .texts(let texts): texts.map { "--\(option.name)=\($0)" }
        case .flag(true): ["--\(option.name)"]
        // A flag that cannot be turned off is off by default.
        case .flag(false): option.turnsOff ? ["--no-\(option.name)"] : []
        }
    }
}
