import Foundation
import TestSupport
import Testing

/// The public API of the library products.
@Suite("Public API")
struct PublicAPITests {
    @Test("docs/api.txt lists the public API, and every declaration has a comment")
    func isListed() async throws {
        let script = Fixture.repository.appending(path: "scripts/api.sh").path
        let output = try await Tool.run("bash", [script])
        let found = Set(String(decoding: output, as: UTF8.self).split(separator: "\n"))
        let file = Fixture.repository.appending(path: "docs/api.txt")
        let listed = Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n"))
        #expect(found.count > 1000)
        let advice: Comment = "run make api, and look at the change of docs/api.txt"
        #expect(found.subtracting(listed).sorted() == [], advice)
        #expect(listed.subtracting(found).sorted() == [], advice)
    }
}
