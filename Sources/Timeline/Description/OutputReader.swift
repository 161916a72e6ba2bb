import Encoder
import Notation
import Yams

/// Reads output descriptions.
struct OutputReader {
    /// Reads the whole description.
    let reader: DescriptionReader

    /// The keys of an output.
    static let keys =
        ["file", "livephoto", "motionphoto", "width", "height", "fps", "at", "sheet", "from", "for", "still", "pvt"]
        + EncodingReader.keys

    /// Reads an output.
    func output(_ node: Node) throws -> TimelineOutput {
        let fields = try Fields(node, in: reader.file, known: Self.keys, of: "an output")
        let names = ["file", "livephoto", "motionphoto"].filter { fields[$0] != nil }
        guard let key = names.first, names.count == 1, let name = try fields.text(key) else {
            throw fields.error("An output needs exactly one of file, livephoto and motionphoto.")
        }
        guard !name.isEmpty, !name.hasSuffix("/") else { throw fields.error(key, "\(key) must name a file.") }
        let stem = try stem(name, key, fields)
        let (kind, time) = try kind(key, name: name, fields)
        try refuseForeign(fields, key: key, kind: kind)
        let planned = PlannedOutput(path: reader.path(stem), kind: kind)
        var output = TimelineOutput(line: fields.line(of: key), planned: planned, time: time)
        output.width = try fields.value("width", .wholeNumber(in: 2...8192))
        output.height = try fields.value("height", .wholeNumber(in: 2...8192))
        output.frameRate = try fields.written("fps", .frameRate)
        output.from = try fields.time("from")
        output.length = try fields.length("for")
        output.planned.isBundle = try fields.bool("pvt") ?? false
        if kind == .movie { try EncodingReader(fields: fields).read(into: &output.planned) }
        return output
    }

    /// The common stem of a photo's files; other names are returned unchanged.
    private func stem(_ name: String, _ key: String, _ fields: Fields) throws -> String {
        let lower = name.lowercased()
        switch key {
        case "livephoto":
            let ending = [".jpg", ".jpeg", ".mov", ".pvt"].first(where: lower.hasSuffix)
            return String(name.dropLast(ending?.count ?? 0))
        case "motionphoto":
            // Android's Motion Photos have the extension `.MP.jpg` (Motion Photo format 1.0).
            guard let ending = [".mp.jpg", ".jpg", ".jpeg"].first(where: lower.hasSuffix) else { return name }
            let stem = String(name.dropLast(ending.count))
            guard ending == ".mp.jpg" else {
                throw fields.error(
                    key,
                    "A Motion Photo's name must end in .MP.jpg, which phones look for. Write \(key): \(stem).MP.jpg.")
            }
            return stem
        default: return name
        }
    }

    /// The kind of output, whose frames are not known yet, and the time that determines them.
    private func kind(
        _ key: String, name: String, _ fields: Fields
    ) throws -> (PlannedOutput.Kind, Written<TimelineTime>?) {
        switch key {
        case "livephoto": return (.livePhoto(still: 0), try fields.time("still"))
        case "motionphoto": return (.motionPhoto(still: 0), try fields.time("still"))
        default: break
        }
        guard let kind = PlannedOutput.Kind(fileName: name) else {
            throw fields.error(
                key, "'\(name)' has no supported extension. Use \(PlannedOutput.Kind.fileNames).")
        }
        guard case .still = kind else { return (kind, nil) }
        if let sheet = try fields.mapping("sheet", known: ["columns", "every"], of: "a sheet") {
            guard let every = try sheet.length("every") else {
                throw fields.error(
                    "sheet", "A sheet needs the interval between pictures, like sheet: {columns: 5, every: 1s}.")
            }
            return (.sheet(columns: try sheet.value("columns", .wholeNumber(in: 1...100)) ?? 5, frames: []), every)
        }
        guard let at = try fields.time("at") else {
            throw fields.error(
                key,
                "A picture needs a time, like at: 3.2s. For a contact sheet, write sheet: {columns: 5, every: 1s}; "
                    + "for all frames, put %05d into the name.")
        }
        return (kind, at)
    }

    /// Rejects keys that do not apply to the kind of output.
    private func refuseForeign(_ fields: Fields, key: String, kind: PlannedOutput.Kind) throws {
        let own: [String] =
            switch kind {
            case .movie: ["width", "height", "fps", "from", "for"] + EncodingReader.keys
            case .gif, .sequence: ["width", "height", "fps", "from", "for"]
            case .still: ["at", "width", "height"]
            case .sheet: ["sheet", "width", "height", "from", "for"]
            case .interchange: []
            case .livePhoto: ["from", "for", "still", "pvt", "width", "height"]
            case .motionPhoto: ["from", "for", "still", "width", "height"]
            }
        if let foreign = fields.keys.first(where: { $0 != key && !own.contains($0) }) {
            if EncodingReader.keys.contains(foreign) {
                throw fields.error(
                    foreign, "\(foreign) is a setting of videos. This kind of output has no video or audio encoder.")
            }
            throw fields.error(
                foreign,
                "This kind of output does not support \(foreign).\(own.isEmpty ? "" : " Supported: \(own.joined(separator: ", ")).")"
            )
        }
    }
}
