import Notation

/// The JSON Schema of a batch's rows in JSON Lines or YAML, which ``RowPlanner`` reads.
///
/// Columns that are no options are data for the page.
enum ManifestSchema {
    /// The schema of a row, or of a list of them, as in a YAML file.
    static var schema: JSONSchema {
        let row: [String: Any] = [
            "type": "object", "minProperties": 1, "properties": RowOptions.facts.mapValues(column),
        ]
        return JSONSchema(
            .manifest, title: "Rows of a pagereel batch", JSONSchema.oneOrMore(JSONSchema.reference("row")),
            definitions: ["row": row])
    }

    /// A column that sets an option; an empty value sets nothing.
    private static func column(_ option: OptionFacts) -> [String: Any] {
        let value: [String: Any] =
            switch option.kind {
            case .flag: ["enum": RowPlanner.truths.keys.sorted() as [Any] + [true, false, 0, 1]]
            case .value, .values: JSONSchema.value(option.shape)
            }
        return ["description": option.help, "anyOf": [value, ["type": ["string", "null"], "maxLength": 0]]]
    }
}
