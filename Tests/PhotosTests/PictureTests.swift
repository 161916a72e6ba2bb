import Files
import Testing

@testable import Photos

@Suite("A Live Photo's picture")
struct PictureTests {
    private let identifier: ContentIdentifier
    /// The segments of a JPEG that starts with Exif and a color profile.
    private let jpeg: [UInt8] =
        [0xff, 0xd8] + [0xff, 0xe1, 0, 10] + Array("Exif\0\0!!".utf8) + [0xff, 0xe2, 0, 5, 1, 2, 3]
        + [0xff, 0xda, 0, 3, 9, 0x11, 0xff, 0, 0x22, 0xff, 0xd9]

    init() throws { identifier = try #require(ContentIdentifier(Golden.identifier)) }

    @Test("The maker note matches Apple's")
    func makerNote() throws {
        #expect(LivePhotoPicture.makerNote(identifier) == (try Golden.bytes("makernote")))
    }

    @Test("The Exif segment replaces an old one; the rest is unchanged")
    func segment() throws {
        let bytes = try LivePhotoPicture.bytes(of: jpeg, width: 640, height: 360, identifier: identifier)
        let golden = try Golden.bytes("app1")
        #expect(bytes == [0xff, 0xd8] + golden + jpeg[14...])
    }

    @Test("A Motion Photo's XMP has the movie's length and the picture's time")
    func motion() throws {
        let bytes = try MotionPhotoPicture.bytes(of: jpeg, movieLength: 313_885, presentedAt: 1_500_000)
        let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        #expect(bytes[2...3] == [0xff, 0xe1])
        let length = Int(try #require(bytes.bigEndian(at: 4, as: UInt16.self)))
        #expect(bytes[6...].starts(with: signature))
        #expect(Array(bytes[(4 + length)...]) == Array(jpeg[2...]))
        let text = String(decoding: bytes[(6 + signature.count)..<(4 + length)], as: UTF8.self)
        #expect(text.hasPrefix("<x:xmpmeta "))
        #expect(text.contains("GCamera:MotionPhotoPresentationTimestampUs=\"1500000\""))
        #expect(text.contains("Item:Semantic=\"MotionPhoto\" Item:Length=\"313885\""))
        #expect(text.contains("GCamera:MicroVideoOffset=\"313885\""))
    }

    @Test("Files that are not complete JPEGs are rejected")
    func damaged() throws {
        for bytes in [[], Array("GIF89a".utf8), Array(jpeg.prefix(5)), Array(jpeg.prefix(20))] {
            #expect(throws: FileError.self) {
                try LivePhotoPicture.bytes(of: bytes, width: 1, height: 1, identifier: identifier)
            }
        }
    }

    @Test("Identifiers are random upper-case UUIDs, parsed in any case")
    func identifiers() throws {
        let made = Set((0..<100).map { _ in ContentIdentifier().description })
        #expect(made.count == 100)
        for text in made {
            #expect(text.wholeMatch(of: #/[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/#) != nil)
        }
        #expect(ContentIdentifier(Golden.identifier.lowercased()) == identifier)
        let wrong = [
            "", "0A1B2C3D", Golden.identifier + "0", "+" + Golden.identifier.dropFirst(),
            "0A1B2C3G" + Golden.identifier.dropFirst(8),
        ]
        for text in wrong {
            #expect(ContentIdentifier(text) == nil)
        }
    }
}
