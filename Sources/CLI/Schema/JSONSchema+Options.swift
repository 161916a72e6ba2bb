extension JSONSchema {
    /// The properties that set options, by the options' names.
    static func properties(_ options: [String: OptionFacts]) -> [String: Any] {
        options.mapValues { option in
            var schema: [String: Any] =
                switch option.kind {
                case .flag: ["type": "boolean"]
                case .value: value(option.shape)
                case .values: oneOrMore(value(option.shape))
                }
            schema["description"] = option.help
            return schema
        }
    }
}
