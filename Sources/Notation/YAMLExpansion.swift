internal import CYaml

/// What the values of a YAML text are when its aliases (`*name`) are written out.
///
/// Nodes share what aliases stand for, but everything that walks through them, even Yams' own search
/// for duplicate keys, meets each use again. Ten lines of nine aliases each are more than any memory.
/// So the text is measured before Yams makes nodes of it, with the same parser (``YAMLEvents``).
struct YAMLExpansion {
    /// Why a text cannot be used.
    enum Excess {
        /// Aliases stand for more than ``mostBytes``.
        case aliases
        /// More than ``mostLevels`` lists and mappings are in each other.
        case levels

        /// The excess, as a sentence.
        var message: String {
            switch self {
            case .aliases:
                "The aliases (*name) of this file stand for more than \(YAMLExpansion.mostBytes >> 20) MiB. "
                    + "Use fewer of them."
            case .levels: "More than \(YAMLExpansion.mostLevels) lists and mappings are in each other."
            }
        }
    }

    /// The length of what a text's aliases may stand for together, in bytes.
    static let mostBytes = 4 << 20
    /// How many lists and mappings may be in each other.
    static let mostLevels = 100
    /// What a node counts besides its text, in bytes.
    private static let node = 8

    /// A node, as it is when its aliases are written out.
    private struct Extent {
        var bytes = YAMLExpansion.node
        /// The number of lists and mappings in each other, with the node itself.
        var levels = 0
        var anchor: String?

        /// Adds a node that is in this one.
        mutating func add(_ inner: Extent) {
            bytes += inner.bytes
            levels = max(levels, inner.levels + 1)
        }
    }

    /// The lists and mappings around the current place, the outermost first.
    private var open: [Extent] = []
    private var anchors: [String: Extent] = [:]
    private var aliasBytes = 0

    /// Measures a text up to its first mistake, which Yams reports better.
    ///
    /// - Returns: The first excess and its place; `nil` for a text that can be used.
    static func firstExcess(in text: String) -> (excess: Excess, mark: YAMLFile.Mark)? {
        var expansion = YAMLExpansion()
        return unsafe YAMLEvents.first(in: text) { event in
            unsafe expansion.take(event).map { ($0, mark: unsafe YAMLFile.Mark(event.start_mark)) }
        }
    }

    private mutating func take(_ event: yaml_event_t) -> Excess? {
        switch unsafe event.type {
        case YAML_SEQUENCE_START_EVENT:
            unsafe open.append(Extent(levels: 1, anchor: Self.name(event.data.sequence_start.anchor)))
        case YAML_MAPPING_START_EVENT:
            unsafe open.append(Extent(levels: 1, anchor: Self.name(event.data.mapping_start.anchor)))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            if let closed = open.popLast() { add(closed) }
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            unsafe add(Extent(bytes: Self.node + Int(scalar.length), anchor: Self.name(scalar.anchor)))
        case YAML_ALIAS_EVENT:
            var meant = unsafe Self.name(event.data.alias.anchor).flatMap { anchors[$0] } ?? Extent()
            meant.anchor = nil
            aliasBytes += meant.bytes
            if aliasBytes > Self.mostBytes { return .aliases }
            if open.count + meant.levels > Self.mostLevels { return .levels }
            add(meant)
        default: break
        }
        return open.count > Self.mostLevels ? .levels : nil
    }

    /// Adds a complete node to the list or mapping around it.
    private mutating func add(_ node: Extent) {
        if let anchor = node.anchor { anchors[anchor] = node }
        if let last = open.indices.last { open[last].add(node) }
    }

    private static func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        unsafe anchor.map { unsafe String(cString: $0) }
    }
}

/// The events of a YAML text, from the same parser, libyaml, that Yams contains and does not offer by itself.
enum YAMLEvents {
    /// Calls a function with each event, up to its first result, the end, or the text's first mistake, which Yams
    /// reports better.
    static func first<Result>(in text: String, _ body: (yaml_event_t) -> Result?) -> Result? {
        var parser = unsafe yaml_parser_t()
        guard unsafe yaml_parser_initialize(&parser) != 0 else { return nil }
        defer { unsafe yaml_parser_delete(&parser) }
        unsafe yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        var text = text
        return text.withUTF8 { bytes in
            unsafe yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            while true {
                var event = unsafe yaml_event_t()
                guard unsafe yaml_parser_parse(&parser, &event) != 0 else { return nil }
                defer { unsafe yaml_event_delete(&event) }
                if unsafe event.type == YAML_STREAM_END_EVENT { return nil }
                if let result = unsafe body(event) { return result }
            }
        }
    }
}

extension YAMLFile {
    /// Where mappings in braces begin, and those in brackets that have no braces: `[name: value]`.
    ///
    /// Yams' nodes have no style: it takes that of a mapping from the event of its end.
    package var flowMappings: Set<Mark> {
        var marks: Set<Mark> = []
        _ = unsafe YAMLEvents.first(in: text) { event -> Void? in
            guard unsafe event.type == YAML_MAPPING_START_EVENT,
                unsafe event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
            else { return nil }
            unsafe marks.insert(Mark(event.start_mark))
            return nil
        }
        return marks
    }
}

extension YAMLFile.Mark {
    /// Converts a mark of libyaml, which counts from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
