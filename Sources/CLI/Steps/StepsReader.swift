import EngineLink
import Foundation
import Notation
import Yams

/// Reads the steps to perform on a page: a list, or a mapping with `steps`, `vars`, `pointer` and
/// `folder`.
///
/// ```yaml
/// - {at: 1s, click: '#next'}
/// - type: hello
///   into: {label: Name}
/// ```
struct StepsReader {
    let file: YAMLFile
    /// The folder from which relative paths count.
    let folder: String
    /// What `{{name}}` stands for.
    var variables: [String: String] = [:]
    /// The files that include this one.
    private var outer: [String] = []
    /// The names of variables that this file and those that it includes know.
    private let names: VariableNames

    /// Reads a file of steps, and how it shows the pointer; `nil` if it does not say.
    ///
    /// - Parameters:
    ///   - path: The file, or the text of ``text(of:in:folder:)``.
    ///   - variables: Values of variables, which replace those of the file.
    /// - Throws: ``YAMLError``; `PageError` with `invalidPlan` for a variable whose name the file does not know.
    static func read(
        _ path: String, variables: [String: String] = [:]
    ) throws -> (steps: [PageStep], pointer: ShownPointer?) {
        let file =
            path.contains("\n")
            ? YAMLFile(path: "the steps", text: path) : try YAMLFile(path: path, as: "file of steps")
        guard let root = try root(of: file) else { throw file.error(at: .line(1), "The file has no steps. \(hint)") }
        var reader = StepsReader(file: file)
        reader.variables = variables
        let pointer = root.mapping?["pointer"]
        let read = (try reader.document(root), try pointer.map(reader.pointer))
        try reader.refuseUnknownVariables()
        return read
    }

    /// Refuses variables whose names neither this file nor one that it includes knows.
    private func refuseUnknownVariables() throws {
        guard let name = variables.keys.filter({ !names.known.contains($0) }).min() else { return }
        throw PageError(
            .invalidPlan,
            "--var sets '\(name)', which \(file.path) neither uses as {{\(name)}} nor has in vars:."
                + (name.nearest(in: names.known.sorted()).map { " Did you mean \($0)?" } ?? " Remove that --var."))
    }

    /// Parses a file; its steps may be there without the dashes of a list.
    private static func root(of file: YAMLFile) throws -> Node? {
        do { return try file.root() } catch let error as YAMLError {
            let line = file.text.split(whereSeparator: \.isNewline).first { !$0.hasPrefix("#") } ?? ""
            guard line.contains(":") else { throw error }
            let key = String(line.prefix { $0 != ":" })
            if StepItem.keys.contains(key) { throw file.error(at: error.mark, "\(error.message) \(listHint)") }
            // The list began where another key of the file was expected.
            guard (keys + [YAMLFile.schemaKey]).contains(key), error.message.contains("block mapping"),
                let mark = error.mark,
                file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                    .dropFirst(mark.line - 1).first?.hasPrefix("-") == true
            else { throw error }
            throw file.error(at: mark, "\(error.message) \(stepsHint)")
        }
    }

    /// Checks steps that another kind of file contains, and returns them as the text of a file of steps, with line ends.
    ///
    /// - Parameters:
    ///   - node: A list of steps, or a mapping with `steps`.
    ///   - file: The file that contains them, which errors name.
    ///   - folder: The folder from which relative paths count (default: the file's own).
    static func text(of node: Node, in file: YAMLFile, folder: String? = nil) throws -> String {
        let reader = StepsReader(file: file, folder: folder)
        _ = try reader.document(node)
        var document = node.mapping ?? ["steps": node]
        let base = try document["folder"].map { try file.text($0, folderHint) }
        document["folder"] = Node(reader.path(to: base ?? "."))
        return try Yams.serialize(node: .mapping(document))
    }

    /// Prepares to read a file.
    ///
    /// - Parameter folder: The folder from which relative paths count (default: the file's own).
    init(file: YAMLFile, folder: String? = nil) {
        self.file = file
        self.folder = folder ?? URL(filePath: file.path).deletingLastPathComponent().path
        names = VariableNames()
    }

    private init(
        file: YAMLFile, folder: String, variables: [String: String], outer: [String], names: VariableNames
    ) {
        (self.file, self.folder, self.variables, self.outer, self.names) = (file, folder, variables, outer, names)
    }

    static let hint = "A step is written like {click: '#next'} or {at: 1s, click: '#next'}."
    static let listHint = "A file of steps is a list. Begin each step with a dash and a space, like - click: '#next'."
    private static let stepsHint =
        "The steps stand below steps:. Write a line 'steps:' before the first one."
    /// The keys of a file that is a mapping.
    private static let keys = ["steps", "vars", "folder", "pointer"]
    private static let folderHint = "Write the folder from which relative paths count."
    /// How many files may include each other.
    private static let mostFiles = 16
    /// How many steps a file may have, with those that it includes.
    private static let mostSteps = 10_000

    /// Reads what a file contains.
    private func document(_ root: Node) throws -> [PageStep] {
        guard root.sequence == nil else { return try steps(in: root) }
        var (list, own, base): (Node?, [String: String], String?) = (nil, [:], nil)
        for (key, mark, value) in try file.entries(of: root, "A file of steps is a list. \(Self.hint)") {
            switch key {
            case "steps": list = value
            case "vars":
                for (name, _, value) in try file.entries(of: value, "Variables are written vars: {name: value}.") {
                    own[name] = try file.text(value, "Variables are written vars: {name: value}.")
                    names.known.insert(name)
                }
            // The file that includes this one decides.
            case "pointer": _ = try pointer(value)
            case "folder": base = try file.text(value, Self.folderHint)
            case _ where StepItem.keys.contains(key): throw file.error(at: mark, Self.listHint)
            default: throw unknown(key, in: Self.keys, "A file of steps has no", mark)
            }
        }
        guard let list else { throw file.error(at: root, "There are no steps. Write steps: with a list of them.") }
        // What includes a file sets its variables.
        return try StepsReader(
            file: file, folder: base.map { path(to: $0) } ?? folder, variables: own.merging(variables) { $1 },
            outer: outer, names: names
        ).steps(in: list)
    }

    /// Reads a list of steps.
    func steps(in node: Node) throws -> [PageStep] {
        let steps = try file.items(of: node, Self.hint).flatMap(steps(of:))
        guard steps.count <= Self.mostSteps else {
            throw file.error(at: node, "There are \(steps.count) steps; a file may have \(Self.mostSteps).")
        }
        return steps
    }

    /// Reads an item of a list: one step, or those of another file.
    private func steps(of node: Node) throws -> [PageStep] {
        var item = StepItem()
        for (key, mark, value) in try file.entries(of: node, Self.hint) {
            switch key {
            case "at": item.time = try file.value(of: key, at: mark, substituted(value), .time)
            case "timeout": item.timeout = try file.value(of: key, at: mark, substituted(value), .positiveTime)
            case _ where StepItem.actions[key] != nil:
                guard item.action == nil else {
                    throw file.error(at: mark, "A step does one thing; write another step for \(key).")
                }
                item.action = (key, mark, value)
            case _ where StepItem.details.contains(key): item.details[key] = (mark, value)
            default:
                let known = StepItem.actions.keys.sorted()
                let keys = try file.entries(of: node, Self.hint).map(\.key)
                throw file.error(
                    at: mark,
                    "There is no step '\(key)'; the steps are \(known.joined(separator: ", "))."
                        + (ForeignStep.advice(for: key, beside: keys) ?? guess(key, in: StepItem.keys.sorted())))
            }
        }
        guard let (name, mark, value) = item.action else {
            throw file.error(at: node, "The step does nothing. \(Self.hint)")
        }
        for (detail, (mark, _)) in item.details where StepItem.actions[name]?.contains(detail) != true {
            let owners = StepItem.actions.filter { $0.value.contains(detail) }.keys.sorted()
            throw file.error(
                at: mark,
                "\(detail): goes with \(owners.map { "\($0):" }.joined(separator: " or ")) only, not \(name):.")
        }
        if name == "include" { return try included(value, mark, item) }
        var step = PageStep(at: item.time, try action(name, value, item, mark))
        step.timeout = item.timeout
        return [step]
    }

    /// Reads another file's steps, with its variables.
    private func included(_ value: Node, _ mark: YAMLFile.Mark?, _ item: StepItem) throws -> [PageStep] {
        let path = path(to: try text(value))
        guard !outer.contains(path), outer.count < Self.mostFiles, path != URL(filePath: file.path).standardized.path
        else {
            throw file.error(at: mark, "The files include each other: \(path).")
        }
        guard item.time == nil, item.timeout == nil else {
            throw file.error(at: mark, "include: has no time; the steps in the file have.")
        }
        var variables = variables
        if let (_, values) = item.details["with"] {
            for (name, _, value) in try file.entries(of: values, "Write with: {name: value}.") {
                variables[name] = try text(value)
            }
        }
        let other: YAMLFile
        do { other = try YAMLFile(path: path, as: "file of steps") } catch {
            throw file.error(at: mark, "\(error)", cause: error)
        }
        guard let root = try Self.root(of: other) else { return [] }
        return try StepsReader(
            file: other, folder: URL(filePath: path).deletingLastPathComponent().path, variables: variables,
            outer: outer + [URL(filePath: file.path).standardized.path], names: names
        ).document(root)
    }

    // MARK: Texts

    /// Returns a text with the values of its variables.
    ///
    /// - Throws: ``YAMLError`` for an unknown variable.
    func text(_ node: Node) throws -> String {
        let text = try file.text(node, Self.hint)
        guard text.contains("{{") else { return text }
        return try text.replacing(#/\{\{\s*([^{}]*?)\s*\}\}/#) { match in
            let name = String(match.1)
            names.known.insert(name)
            guard let value = variables[name] else {
                throw file.error(
                    at: node,
                    "There is no variable '\(name)'.\(guess(name, in: variables.keys.sorted()))"
                        + " Set it in vars: at the beginning of the file, or with --var.")
            }
            return value
        }
    }

    /// A text's node with the values of its variables.
    func substituted(_ node: Node) throws -> Node {
        guard case .scalar(var scalar) = node, scalar.string.contains("{{") else { return node }
        scalar.string = try text(node)
        return .scalar(scalar)
    }

    /// The absolute path of a file.
    func path(to name: String) -> String {
        name.hasPrefix("/") ? name : URL(filePath: folder).appending(path: name).standardized.path
    }

    private func unknown(_ key: String, in known: [String], _ beginning: String, _ mark: YAMLFile.Mark?) -> YAMLError {
        file.error(
            at: mark, "\(beginning) '\(key)': the keys are \(known.joined(separator: ", ")).\(guess(key, in: known))")
    }

    /// The nearest known name, as a sentence.
    func guess(_ name: String, in known: [String]) -> String {
        name.nearest(in: known).map { " Did you mean \($0)?" } ?? ""
    }
}

/// The names of variables that files of steps declare or use, collected while they are read.
final class VariableNames {
    /// The names.
    var known: Set<String> = []
}

/// What a step of a file has, before its parts are read.
struct StepItem {
    typealias Entry = (mark: YAMLFile.Mark?, value: Node)

    /// The actions, with the keys that belong to each.
    static let actions: [String: Set<String>] = [
        "goto": [], "click": [], "double-click": [], "right-click": [], "hover": [], "move": [], "drag": ["to", "by"],
        "type": ["into", "every"], "fill": ["into", "every"], "press": [], "select": ["from"], "check": [],
        "uncheck": [], "upload": ["into"], "scroll": ["for"], "wait": [], "expect": [], "mark": [],
        "caption": ["for"], "pause": [], "resume": [], "stop": [], "highlight": ["for"], "zoom": ["by", "for"],
        "screenshot": ["of"], "evaluate": [],
        "include": ["with"], "if": ["then"],
    ]
    /// The keys that belong to some action.
    static let details = actions.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    /// All keys of steps.
    static let keys = details.union(actions.keys).union(["at", "timeout"])

    var time: Duration?
    var timeout: Duration?
    var action: (name: String, mark: YAMLFile.Mark?, value: Node)?
    var details: [String: Entry] = [:]
}
