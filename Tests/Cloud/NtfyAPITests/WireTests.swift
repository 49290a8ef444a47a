import Foundation
import HTTPTypes
import Testing

@testable import NtfyAPI

@Suite struct WireTests {
    @Test(arguments: [
        ("plain", "plain"), ("=?UTF-8?B?w5xidW5n?=", "Übung"), ("=?utf-8?Q?=C3=9Cb=75ng_1?=", "Übung 1"),
        ("a =?UTF-8?B?w5w=?= b", "a Ü b"), ("=?UTF-8?B?w5w=?= =?UTF-8?B?w5w=?=", "ÜÜ"),
        ("=?UTF-8?B?w5w=?= x =?UTF-8?B?w5w=?=", "Ü x Ü"), ("=?ISO-8859-1?Q?=DC?=", "Ü"),
        ("=?UTF-8?B?!?=", "=?UTF-8?B?!?="),
        ("=?x?B?w5w=?=", "=?x?B?w5w=?="), ("=?UTF-8?Q?=ZZ?=", "=?UTF-8?Q?=ZZ?="), ("=?", "=?"),
        ("=?UTF-8?B?w5w=", "=?UTF-8?B?w5w="),
        ("=?UTF-8?B?/w==?=", "=?UTF-8?B?/w==?="), ("=?=?UTF-8?Q?a?=", "=?a"), ("=?UTF-8?Q?=4?=", "=?UTF-8?Q?=4?="),
    ])
    func encodedWordsAreDecoded(text: String, decoded: String) {
        #expect(EncodedWord.decode(text) == decoded)
    }

    @Test func ofARepeatedHeaderTheFirstCounts() throws {
        var headers = HTTPFields()
        for value in ["first", "second"] {
            headers.append(HTTPField(name: try #require(HTTPField.Name("X-Title")), value: value))
        }
        #expect(RequestParameters(headers: headers, query: QueryItems(nil)).text(.title) == "first")
    }

    @Test func manyBrokenWordsTakeNoLongTime() {
        #expect(EncodedWord.decode(String(repeating: "=?", count: 8000)).count == 16_000)
    }

    @Test(arguments: [
        ("a=1&b=2", "a", "1"), ("a=1&a=2", "a", "1"), ("a=x+y%20z", "a", "x y z"), ("a", "a", ""),
        ("a=%zz", "a", "%zz"),
        ("a=b=c", "a", "b=c"), ("%61=1", "a", "1"), ("", "a", nil), (nil, "a", nil), ("&&=", "a", nil),
    ])
    func aQueryIsRead(query: String?, name: String, value: String?) {
        #expect(QueryItems(query)[name] == value)
    }

    @Test(arguments: [
        ("30m", 1800.0), ("1h30m", 5400), ("1.5h", 5400), ("2 days", 172_800), ("1 hour 5 minutes", 3900), ("0s", 0),
        ("", nil), ("5", nil), ("m", nil), ("5x", nil), ("1..5h", nil), ("-5m", nil), ("99999999999d", nil),
        ("5m 7", nil),
    ])
    func durationsAreRead(text: String, seconds: Double?) {
        #expect(DurationParser.seconds(text) == seconds)
    }

    struct File: Sendable {
        var bytes: [UInt8]
        var name: String?
        var type: String
        var fileExtension: String

        init(_ bytes: [UInt8], _ name: String?, _ type: String, _ fileExtension: String) {
            (self.bytes, self.name, self.type, self.fileExtension) = (bytes, name, type, fileExtension)
        }

        init(_ text: String, _ name: String?, _ type: String, _ fileExtension: String) {
            self.init(Array(text.utf8), name, type, fileExtension)
        }
    }

    private static let text = "text/plain; charset=utf-8"
    private static let bytes = "application/octet-stream"
    private static let files: [File] = [
        File([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], nil, "image/png", ".png"),
        File([0xFF, 0xD8, 0xFF, 0xE0], "a.png", "image/jpeg", ".jpg"),
        File("RIFF....WEBPVP8", nil, "image/webp", ".webp"), File("%PDF-1.7", nil, "application/pdf", ".pdf"),
        File("hello", nil, text, ".txt"), File("", nil, text, ".txt"), File("<html>", "a.HTML", text, ".html"),
        File("<svg>", "a.svg", text, ".svg"), File([0, 1, 2], nil, bytes, ".bin"),
        File([0, 1, 2], "a.tar.xz", bytes, ".xz"), File([0, 1], "../../.x", bytes, ".x"),
        File([0, 1], "a.b/c", bytes, ".bin"),
    ]

    @Test(arguments: files)
    func typesOfFilesAreTold(file: File) {
        let found = MediaType(file.bytes, filename: file.name)
        #expect(found.name == file.type)
        #expect(found.fileExtension == file.fileExtension)
    }

    @Test func aTextThatIsCutWithinACharacterIsText() {
        let bytes = Array(String(repeating: "ä", count: 300).utf8.dropFirst(0))
        #expect(MediaType([0x61] + bytes, filename: nil) == .text)
        #expect(MediaType([0x80, 0x81, 0x82, 0x83, 0x84], filename: nil) == .bytes)
    }
}
