internal import CYaml

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
    /// A place in a file; line and column are counted from 1.
    package struct Place: Hashable {
        package let line: Int
        package let column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// Where mappings in braces begin, and those in brackets that have no braces: `[name: value]`.
    ///
    /// Yams' nodes have no style: it takes that of a mapping from the event of its end.
    package var flowMappings: Set<Place> {
        var places: Set<Place> = []
        _ = unsafe YAMLEvents.first(in: text) { event -> Void? in
            guard unsafe event.type == YAML_MAPPING_START_EVENT,
                unsafe event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
            else { return nil }
            let mark = unsafe event.start_mark
            places.insert(Place(line: Int(mark.line) + 1, column: Int(mark.column) + 1))
            return nil
        }
        return places
    }
}
