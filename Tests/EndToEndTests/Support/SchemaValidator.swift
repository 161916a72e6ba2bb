import Foundation
import TestSupport

/// What a library for JSON Schema says of files, by a schema that `pagereel schema` prints.
enum SchemaValidator {
    private static let script = """
        import json, sys, yaml, jsonschema
        # Dates are texts, as in YAML 1.2 and in pagereel.
        class Loader(yaml.SafeLoader):
            yaml_implicit_resolvers = {
                first: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
                for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()}
        schema = json.loads(sys.argv[1])
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        files = [yaml.load(open(name), Loader) for name in sys.argv[2:]]
        print(json.dumps([[error.message for error in validator.iter_errors(file)] for file in files]))
        """

    /// Returns the mistakes in each file; none for a valid one.
    ///
    /// - Parameter kind: The argument of `pagereel schema`.
    static func mistakes(in files: [String], kind: String) async throws -> [[String]] {
        let schema = try await Pagereel.run(["schema", kind])
        let answer = try await PythonPackage.kubernetesValidate.run(script, [schema.standardOutput] + files)
        return try JSONDecoder().decode([[String]].self, from: answer)
    }
}
