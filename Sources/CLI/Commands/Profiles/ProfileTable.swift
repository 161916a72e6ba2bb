/// A configuration's profiles as a table.
struct ProfileTable {
    let configuration: Configuration

    /// The table; the file's defaults come before the profiles.
    var text: String {
        var rows = configuration.profiles.map { profile in
            (name: profile.name, settings: profile.settings, source: source(of: profile))
        }
        if let file = configuration.file, !configuration.defaults.isEmpty {
            rows.insert((name: "(defaults)", settings: configuration.defaults, source: file), at: 0)
        }
        let cells = rows.map { row in
            let settings = row.settings.map(\.shown).joined(separator: ", ")
            return [row.name, "\(settings.isEmpty ? "nothing" : settings)  [\(row.source)]"]
        }
        return TextTable(rows: cells).lines().joined(separator: "\n")
    }

    private func source(of profile: Profile) -> String {
        switch profile.source {
        case .builtIn: "built in"
        case .file(let file, let line): file + (line.map { ", line \($0)" } ?? "")
        }
    }
}

extension WrittenSetting {
    /// The values, with credentials hidden.
    var shownTexts: [String] {
        texts.map { UsageError.secretOptions.contains(option) ? "(hidden)" : $0 }
    }

    /// The option and its shortened values.
    fileprivate var shown: String {
        let longest = 40
        let values = shownTexts.map { text in
            text.count > longest ? text.prefix(longest) + "…" : text
        }
        return "\(option) \(values.joined(separator: " and "))"
    }
}
