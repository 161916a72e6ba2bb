import Foundation
import Timeline

/// The OpenTimelineIO objects that this program writes.
///
/// Their fields are those that the reference library writes (OpenTimelineIO 0.18, “Serialized Data”
/// in its documentation).
enum OTIO {
    /// The metadata namespace of this program.
    static let namespace = "pagereel"

    /// A time, as a number of units and the number of units per second.
    static func time(_ value: Double, rate: Double) -> JSONValue {
        .object(["OTIO_SCHEMA": .text("RationalTime.1"), "rate": .number(rate), "value": .number(value)])
    }

    /// A part of a source or of a track.
    static func range(start: Double, length: Double, rate: Double) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .text("TimeRange.1"), "start_time": time(start, rate: rate),
            "duration": time(length, rate: rate),
        ])
    }

    /// The whole timeline.
    static func timeline(name: String, metadata: JSONValue, tracks: [JSONValue]) -> JSONValue {
        let stack = item("Stack.1", name: "tracks", ["children": .list(tracks)])
        return object("Timeline.1", name: name, metadata: metadata, ["global_start_time": .null, "tracks": stack])
    }

    /// A track, of kind `Video` or `Audio`.
    static func track(
        name: String, kind: String, children: [JSONValue], metadata: JSONValue = .null
    ) -> JSONValue {
        item("Track.1", name: name, metadata: metadata, ["kind": .text(kind), "children": .list(children)])
    }

    /// A track with a single clip, which begins after a gap.
    static func track(name: String, kind: String, clip: JSONValue, startingAt start: Int, rate: Double) -> JSONValue {
        track(name: name, kind: kind, children: start > 0 ? [gap(length: start, rate: rate), clip] : [clip])
    }

    /// A clip of a track.
    static func clip(
        name: String, media: JSONValue, range: JSONValue, effects: [JSONValue], metadata: JSONValue
    ) -> JSONValue {
        item(
            "Clip.2", name: name, range: range, effects: effects, metadata: metadata,
            [
                "media_references": .object(["DEFAULT_MEDIA": media]),
                "active_media_reference_key": .text("DEFAULT_MEDIA"),
            ])
    }

    /// A gap of a given length.
    static func gap(length: Int, rate: Double) -> JSONValue {
        item("Gap.1", name: "", range: range(start: 0, length: Double(length), rate: rate))
    }

    /// A transition, with its lengths before and after the cut.
    static func transition(
        type: String, before: Int, after: Int, rate: Double, metadata: JSONValue
    ) -> JSONValue {
        object(
            "Transition.1", name: type, metadata: metadata,
            [
                "transition_type": .text(type == "fade" ? "SMPTE_Dissolve" : "Custom_Transition"),
                "in_offset": time(Double(before), rate: rate), "out_offset": time(Double(after), rate: rate),
            ])
    }

    /// A reference to a file and the range that is available in it.
    static func external(address: String, available: JSONValue) -> JSONValue {
        object(
            "ExternalReference.1",
            ["available_range": available, "available_image_bounds": .null, "target_url": .text(address)])
    }

    /// A reference to generated pictures.
    static func generator(kind: String, parameters: [String: JSONValue]) -> JSONValue {
        object(
            "GeneratorReference.1",
            [
                "available_range": .null, "available_image_bounds": .null, "generator_kind": .text(kind),
                "parameters": .object(parameters),
            ])
    }

    /// The effects for a speed: negative for backward, 0 for one picture that is held.
    static func effects(speed: Double) -> [JSONValue] {
        if speed == 1 { return [] }
        let name = speed == 0 ? "FreezeFrame" : "LinearTimeWarp"
        return [
            object(
                "\(name).1",
                ["effect_name": .text(name), "enabled": .bool(true), "time_scalar": .number(speed == 0 ? 0 : speed)])
        ]
    }

    private static func item(
        _ schema: String, name: String, range: JSONValue = .null, effects: [JSONValue] = [],
        metadata: JSONValue = .null, _ fields: [String: JSONValue] = [:]
    ) -> JSONValue {
        let common: [String: JSONValue] = [
            "source_range": range, "effects": .list(effects), "markers": .list([]), "enabled": .bool(true),
        ]
        return object(schema, name: name, metadata: metadata, common.merging(fields) { $1 })
    }

    static func object(
        _ schema: String, name: String = "", metadata: JSONValue = .null, _ fields: [String: JSONValue]
    ) -> JSONValue {
        let common: [String: JSONValue] = [
            "OTIO_SCHEMA": .text(schema), "name": .text(name),
            "metadata": .object(metadata == .null ? [:] : [namespace: metadata]),
        ]
        return .object(common.merging(fields) { $1 })
    }
}

/// Converts between paths and the addresses in an interchange file.
struct InterchangeLinks {
    private let folder: String

    /// Prepares to name files in a file.
    ///
    /// - Parameter file: The path of the interchange file.
    init(file: String) {
        folder = URL(fileURLWithPath: file).deletingLastPathComponent().standardizedFileURL.path
    }

    /// The address of a file.
    ///
    /// The address is relative if the file is inside the interchange file's folder, so that the
    /// folder can be moved as a whole.
    func address(of path: String) -> String {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        let isBelow = path.hasPrefix(start)
        let name = isBelow ? String(path.dropFirst(start.count)) : path
        return isBelow ? Self.encoded(name) : "file://" + Self.encoded(name)
    }

    /// A part of a path as a part of an address.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }

    /// The characters that need no percent-encoding in a path (RFC 3986, section 3.3).
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=@/")

    /// The path of an address; `nil` if the address is not a file's.
    func path(of address: String) -> String? {
        var name = address
        for start in ["file://localhost/", "file:///"] where name.hasPrefix(start) {
            name = "/" + name.dropFirst(start.count)
        }
        guard !name.contains("://"), let path = name.removingPercentEncoding, !path.isEmpty else { return nil }
        return URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).path
    }

    /// The relative path from the interchange file's folder to another folder.
    func name(ofFolder other: String) -> String {
        let (from, to) = (Self.parts(folder), Self.parts(other))
        let common = zip(from, to).prefix { $0 == $1 }.count
        let steps = [String](repeating: "..", count: from.count - common) + to.dropFirst(common)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }

    /// The folder at a path relative to the interchange file's folder.
    func folder(named name: String) -> String {
        URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).standardizedFileURL.path
    }

    private static func parts(_ path: String) -> [String] {
        URL(fileURLWithPath: path).standardizedFileURL.path.split(separator: "/").map(String.init)
    }
}
