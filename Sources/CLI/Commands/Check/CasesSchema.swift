import Notation

/// The JSON Schema of a file of pages and cases, which ``CasesFile`` reads.
enum CasesSchema {
    /// The schema.
    static var schema: JSONSchema {
        let properties = CasesFile.Key.allCases.map { key -> (String, Any) in
            switch key {
            case .defaults: (key.rawValue, JSONSchema.object(options))
            case .pages:
                (key.rawValue, ["type": "array", "items": JSONSchema.reference("page"), "minItems": 1])
            }
        }
        let file = JSONSchema.object(
            Dictionary(uniqueKeysWithValues: properties), required: [CasesFile.Key.pages.rawValue])
        let parts = ["page": page, "case": description(isCase: true)]
        return JSONSchema(
            .cases, title: "Cases of pagereel check", JSONSchema.whole(file),
            definitions: StepsSchema.definitions.merging(parts) { $1 })
    }

    private static var options: [String: Any] {
        JSONSchema.properties(OptionFacts.byName(in: CheckCommand.caseTables))
    }

    private static var page: [String: Any] {
        let (page, cases) = (CasesFile.PageKey.page.rawValue, CasesFile.PageKey.cases.rawValue)
        let casesWithPage: [String: Any] = [
            "required": [cases], "properties": [cases: ["items": ["required": [page]]]],
        ]
        return description(isCase: false).merging([
            "anyOf": [["required": [page]], casesWithPage],
            // Pages with cases have their expectations there.
            "dependentSchemas": [cases: ["properties": [CasesFile.PageKey.expect.rawValue: false]]],
        ]) { $1 }
    }

    /// A page, or a case.
    private static func description(isCase: Bool) -> [String: Any] {
        var properties = options
        let text = JSONSchema.value(.text)
        for key in CasesFile.PageKey.allCases {
            properties[key.rawValue] =
                switch key {
                case .page, .name: text
                case .expect: JSONSchema.oneOrMore(JSONSchema.orNull(text))
                case .steps:
                    ["anyOf": [text, JSONSchema.reference("steps"), JSONSchema.reference("steps-file")]]
                case .cases: isCase ? nil : ["type": "array", "items": JSONSchema.reference("case")] as [String: Any]
                }
        }
        return JSONSchema.object(properties).merging(["minProperties": 1]) { $1 }
    }
}
