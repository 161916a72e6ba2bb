/// The JSON Schema of the configuration file, which ``ConfigurationReader`` reads.
enum ConfigurationSchema {
    /// The schema.
    static var schema: JSONSchema {
        let settings = JSONSchema.reference("settings")
        let profiles: [String: Any] = [
            "type": "object", "additionalProperties": settings,
            // At least one letter and no control characters.
            "propertyNames": ["pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"],
        ]
        let properties = ConfigurationReader.Key.allCases.map { key -> (String, Any) in
            switch key {
            case .defaults: (key.rawValue, settings)
            case .profiles: (key.rawValue, JSONSchema.orNull(profiles))
            }
        }
        let file = JSONSchema.object(Dictionary(uniqueKeysWithValues: properties))
        return JSONSchema(
            .configuration, title: "Configuration of pagereel", JSONSchema.orNull(JSONSchema.whole(file)),
            definitions: [
                "settings": JSONSchema.orNull(JSONSchema.object(JSONSchema.properties(Configuration.options)))
            ])
    }
}
