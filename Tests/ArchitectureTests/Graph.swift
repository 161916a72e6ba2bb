/// A dependency graph by name.
struct Graph {
    let arrows: [String: Set<String>]

    /// A path from a name back to itself; `nil` if the graph has no cycle.
    var circle: [String]? {
        var finished: Set<String> = []
        for start in arrows.keys.sorted() {
            if let circle = circle(from: start, way: [], &finished) { return circle }
        }
        return nil
    }

    private func circle(from name: String, way: [String], _ finished: inout Set<String>) -> [String]? {
        if let start = way.firstIndex(of: name) { return way[start...] + [name] }
        guard !finished.contains(name) else { return nil }
        for next in arrows[name, default: []].sorted() {
            if let circle = circle(from: next, way: way + [name], &finished) { return circle }
        }
        finished.insert(name)
        return nil
    }
}
