private import Notation

/// The part of a template between two slashes: a folder's or a file's name.
struct PathComponent: Sendable {
    /// The longest name that Linux's file systems allow, in bytes.
    private static let longest = 255

    private let columns: Columns
    private var parts: [TemplatePart] = []

    private init(for columns: Columns) { self.columns = columns }

    /// Splits a template at the slashes of its constants.
    static func components(of parts: [TemplatePart], for columns: Columns) -> [PathComponent] {
        var components: [PathComponent] = []
        var component = PathComponent(for: columns)
        for part in parts {
            guard case .constant(let text) = part else {
                component.parts.append(part)
                continue
            }
            for (index, piece) in text.utf8.split(separator: .slash, omittingEmptySubsequences: false).enumerated() {
                if index > 0 {
                    components.append(component)
                    component = PathComponent(for: columns)
                }
                if !piece.isEmpty { component.parts.append(.constant(String(Substring(piece)))) }
            }
        }
        return components + [component]
    }

    /// Inserts a row's values, with slashes and control characters percent-encoded.
    ///
    /// - Throws: ``ManifestError`` if there is a column and the name is empty, `.`, `..` or too long, or if it begins
    ///   with a dot that is not the template's.
    func name(for row: Row) throws(ManifestError) -> String {
        var name = ""
        for part in parts {
            switch part {
            case .constant(let text): name += text
            case .column(let index): Self.append(row[index], to: &name)
            }
        }
        guard parts.contains(where: { $0.column != nil }) else { return name }
        guard !name.isEmpty else { throw error(row, "is empty, but it names a folder or a file. Fill in") }
        guard name != ".", name != ".." else {
            throw error(row, "becomes \(name), which names no folder or file of its own. Change")
        }
        guard !Self.isHidden(name) || beginsWithDot else {
            throw error(row, "becomes \(name.prefix(40)), which is hidden, because it begins with a dot. Change")
        }
        guard name.utf8.count <= Self.longest else {
            throw error(
                row, "becomes a name of \(name.utf8.count) bytes, but at most \(Self.longest) are possible. Shorten")
        }
        return name
    }

    /// Creates an error at a row's values in this component.
    ///
    /// - Parameter problem: What is wrong and what to do, up to the columns' names.
    func error(_ row: Row, _ problem: String) -> ManifestError {
        var template = ""
        var names: [String] = []
        for part in parts {
            switch part {
            case .constant(let text): template += text
            case .column(let index):
                let name = columns.names[index]
                template += "{\(name)}"
                if !names.contains(name) { names.append(name) }
            }
        }
        return row.error("\(template) in the path \(problem) \(names.joined(separator: " or ")).")
    }

    /// Whether the template itself asks for a hidden file.
    private var beginsWithDot: Bool {
        guard case .constant(let text)? = parts.first else { return false }
        return Self.isHidden(text)
    }

    private static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

    private static func append(_ value: String, to name: inout String) {
        // Control characters above ASCII begin with this byte.
        guard value.utf8.contains(where: { $0 < 0x20 || $0 == .slash || $0 == 0x7f || $0 == 0xc2 }) else {
            name += value
            return
        }
        for scalar in value.unicodeScalars {
            if scalar == "/" || scalar.properties.generalCategory == .control {
                name += String(scalar).percentEncoded
            } else {
                name.unicodeScalars.append(scalar)
            }
        }
    }
}

extension UInt8 {
    fileprivate static var slash: UInt8 { UInt8(ascii: "/") }
}
