/// Writes a number and what it counts: `1 frame`, `60 frames`.
///
/// - Parameter noun: The singular; its plural ends in an s.
func quantity(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
