import Foundation
import Testing
import TodayProtocol
import TodayTestSupport

@testable import ProcessHost

@Suite struct BinaryPropertyListTests {
    /// A list of every type, written by Python's plistlib.
    private static let everyType = """
        YnBsaXN0MDDfEA8BAgMEBQYHCAkKCwwNDg8QERUWFxgZHR4fIBIhIhRVYXJyYXlVYXNjaWlUYnl0ZVRkYXRhVGRhdGVVZW1wdHlV
        aW5uZXJUbG9uZ1VtaW51c1Rtb3N0Um5vU29uZVRyZWFsVHRleHRTeWVzoxESE1VwbGFpbhABoRQJEMhDAQIDM0CsIAAAAAAA0NEa
        G1RkZWVw0RwRUWtfEBR4eHh4eHh4eHh4eHh4eHh4eHh4eBP/////////+xN//////////wgjP/gAAAAAAABrAFcAZQB0AHQAZQBy
        ACAmAwAg2D3eAAgpLzU6P0RKUFVbYGNnbHF1eX+Bg4SGipOUl5yfobjBysvUAAAAAAAAAQEAAAAAAAAAIwAAAAAAAAAAAAAAAAAA
        AOs=
        """

    /// Assembles files, also wrong ones, from encoded objects.
    struct Writer: Sendable {
        var objects: [[UInt8]]
        var top: UInt64 = 0
        var offsetSize: UInt8 = 2
        var referenceSize: UInt8 = 1
        /// What the trailer says instead of the truth.
        var objectCount: UInt64?
        var tableStart: UInt64?
        /// What the offset table says instead of the truth, by object.
        var offsets: [Int: UInt64] = [:]

        var bytes: [UInt8] {
            var bytes = Array("bplist00".utf8)
            var table: [UInt8] = []
            for (number, object) in objects.enumerated() {
                let offset = offsets[number] ?? UInt64(bytes.count)
                table += Self.bigEndian(offset).suffix(Int(min(offsetSize, 8)))
                bytes += object
            }
            let start = UInt64(bytes.count)
            bytes += table + [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
            bytes += Self.bigEndian(objectCount ?? UInt64(objects.count))
            bytes += Self.bigEndian(top)
            bytes += Self.bigEndian(tableStart ?? start)
            return bytes
        }

        static func bigEndian(_ number: UInt64) -> [UInt8] {
            (0..<8).map { index in UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * index)) }
        }
    }

    /// A dictionary with the key `k`; its value is object 2.
    fileprivate static func member(_ value: [UInt8], _ more: [[UInt8]] = []) -> Writer {
        Writer(objects: [[0xD1, 1, 2], [0x51, 0x6B], value] + more)
    }

    @Test func readsEveryType() throws {
        let data = try #require(Data(base64Encoded: Self.everyType, options: .ignoreUnknownCharacters))
        let expected: [String: PropertyValue] = [
            "text": .string("Wetter ☃ 😀"), "ascii": .string("plain"),
            "long": .string(String(repeating: "x", count: 20)), "yes": .bool(true), "no": .bool(false),
            "one": .integer(1), "byte": .integer(200), "minus": .integer(-5), "most": .integer(.max),
            "real": .real(1.5), "date": .date(Date(timeIntervalSinceReferenceDate: 3600)),
            "data": .data(Data([1, 2, 3])),
            "array": .array([.string("plain"), .integer(1), .array([.bool(true)])]),
            "inner": .dictionary(["deep": .dictionary(["k": .string("plain")])]), "empty": .dictionary([:]),
        ]

        let values = try PropertyListFile.parse(Array(data), depth: 16)

        #expect(values == expected)
    }

    @Test func aBundleMayBeBinary() async throws {
        let fixture = BundleFixture()
        let (before, after) = try await withTemporaryDirectory { folder -> (AppManifest, AppManifest) in
            let root = try fixture.write(to: folder)
            let before = try BundleReader().read(at: root)
            for name in ["Info", "PlugIns/Today.appex/Info"] {
                let file = URL(filePath: "\(root)/\(name).plist")
                let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
                try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0).write(to: file)
                #expect(try Data(contentsOf: file).starts(with: Data("bplist00".utf8)))
            }
            let after = try BundleReader().read(at: root)
            return (before, after)
        }

        #expect(before == after)
    }

    @Test func sharedObjectsAreRead() throws {
        let writer = Self.member([0xA3, 3, 3, 3], [[0x51, 0x61]])

        let values = try PropertyListFile.parse(writer.bytes, depth: 16)

        #expect(values == ["k": .array([.string("a"), .string("a"), .string("a")])])
    }

    /// A file that is refused, and why.
    struct Hostile: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var message: String
        var bytes: [UInt8]

        init(_ name: String, _ message: String, _ bytes: [UInt8]) {
            (testDescription, self.message, self.bytes) = (name, message, bytes)
        }

        /// A dictionary whose member is an object.
        init(_ name: String, _ message: String, member: [UInt8]) {
            self.init(name, message, BinaryPropertyListTests.member(member).bytes)
        }
    }

    /// Bytes with the same byte behind them several times.
    private static func padded(_ bytes: [UInt8], _ byte: UInt8, _ count: Int) -> [UInt8] {
        bytes + [UInt8](repeating: byte, count: count)
    }

    /// Arrays within one another, behind the object 2.
    private static func nest(_ count: UInt8) -> [[UInt8]] {
        var objects: [[UInt8]] = []
        for level in 0..<count { objects.append([0xA1, level + 4]) }
        objects.append([0x09])
        return objects
    }

    /// 14 levels of arrays, each with four references to the next.
    private static var bomb: Writer {
        var objects: [[UInt8]] = [[0xD1, 1, 2], [0x51, 0x6B]]
        for level: UInt8 in 0..<14 { objects.append(padded([0xA4], level + 3, 4)) }
        objects.append([0x09])
        return Writer(objects: objects)
    }

    /// An array of arrays, which name a text of 64 KiB 196 times.
    private static var repeatedText: Writer {
        let text = padded([0x5F, 0x12, 0x00, 0x01, 0x00, 0x00], 0x61, 65_536)
        return member(padded([0xAE], 3, 14), [padded([0xAE], 4, 14), text])
    }

    private static let trailers: [Hostile] = [
        Hostile("header alone", "it is cut off", Array("bplist00".utf8)),
        Hostile("half a trailer", "it is cut off", Array(member([0x09]).bytes.dropLast(16))),
        Hostile("another version", "its version", padded(Array("bplist16".utf8), 0, 64)),
        Hostile("zeros", "its trailer", padded(Array("bplist00".utf8), 0, 64)),
        Hostile("ones", "its trailer", padded(Array("bplist00".utf8), 0xFF, 64)),
        Hostile("no object", "its trailer", Writer(objects: []).bytes),
        Hostile("top object that is none", "its trailer", Writer(objects: [[0xD0]], top: 1).bytes),
        Hostile("huge count of objects", "its trailer", Writer(objects: [[0xD0]], objectCount: .max).bytes),
        Hostile("count beyond the table", "its trailer", Writer(objects: [[0xD0]], objectCount: 2).bytes),
        Hostile("table beyond the file", "its trailer", Writer(objects: [[0xD0]], tableStart: .max).bytes),
        Hostile("table in the header", "its trailer", Writer(objects: [[0xD0]], tableStart: 8).bytes),
        Hostile("offsets of nine bytes", "its trailer", Writer(objects: [[0xD0]], offsetSize: 9).bytes),
        Hostile("references of no bytes", "its trailer", Writer(objects: [[0xD0]], referenceSize: 0).bytes),
    ]

    private static let structures: [Hostile] = [
        Hostile("offset beyond the file", "lies outside", Writer(objects: [[0xD0]], offsets: [0: 0xFFFF]).bytes),
        Hostile("largest offset", "lies outside", Writer(objects: [[0xD0]], offsetSize: 8, offsets: [0: .max]).bytes),
        Hostile("offset in the header", "lies outside", Writer(objects: [[0xD0]], offsets: [0: 7]).bytes),
        Hostile("offset in the table", "lies outside", Writer(objects: [[0xD0]], offsets: [0: 9]).bytes),
        Hostile("an array outermost", "not a dictionary", Writer(objects: [[0xA0]]).bytes),
        Hostile("itself", "contains itself", Writer(objects: [[0xD1, 1, 0], [0x51, 0x6B]]).bytes),
        Hostile("a cycle of two", "contains itself", member([0xA1, 3], [[0xA1, 2]]).bytes),
        Hostile("42 deep", "nest deeper", member([0xA1, 3], nest(40)).bytes),
        Hostile("17 deep", "nest deeper", member([0xA1, 3], nest(15)).bytes),
        Hostile("a bomb of references", "stands for more than", bomb.bytes),
        Hostile("a large text read often", "stands for more than", repeatedText.bytes),
        Hostile("reference to no object", "leads to no object", member: [0xA1, 99]),
        Hostile("array longer than the file", "cut off", member: [0xAF, 0x11, 0xFF, 0xFF]),
        Hostile("array with a huge count", "cut off", member: padded([0xAF, 0x13], 0xFF, 8)),
        Hostile("count of 128 bits", "a size is wrong", member: padded([0xAF, 0x14], 0, 16)),
        Hostile("count that is a text", "a size is wrong", member: [0xAF, 0x51, 0x61]),
        Hostile("count behind the end", "cut off", member: [0xAF]),
        Hostile("key that is a number", "a key is not", Writer(objects: [[0xD1, 1, 1], [0x10, 1]]).bytes),
        Hostile("equal keys", "two equal", Writer(objects: [[0xD2, 1, 1, 2, 2], [0x51, 0x6B], [0x09]]).bytes),
    ]

    private static let leaves: [Hostile] = [
        Hostile("text into the table", "cut off", member: [0x5E, 0x61]),
        Hostile("data with a huge count", "cut off", member: [0x4F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]),
        Hostile("text that is not ASCII", "neither ASCII", member: [0x52, 0xC3, 0xA4]),
        Hostile("half a surrogate pair", "neither ASCII", member: [0x61, 0xD8, 0x00]),
        Hostile("null", "type 0x0", member: [0x00]),
        Hostile("UID", "type 0x80", member: [0x80, 1]),
        Hostile("set", "type 0xc0", member: [0xC0]),
        Hostile("integer of 128 bits", "more than 64 bits", member: padded([0x14], 0, 16)),
        Hostile("not a number", "not finite", member: padded([0x23, 0x7F, 0xF8], 0, 6)),
        Hostile("date of infinity", "not finite", member: padded([0x33, 0x7F, 0xF0], 0, 6)),
        Hostile("date far away", "too far away", member: padded([0x33, 0x7F, 0xE0], 0, 6)),
    ]

    static let hostile: [Hostile] = trailers + structures + leaves

    @Test(arguments: hostile)
    func refuses(_ file: Hostile) throws {
        let failure = try #require(throws: BundleMistake.self) {
            try PropertyListFile.parse(file.bytes, depth: 16)
        }

        #expect(failure.message.contains(file.message), "\(failure.message)")
        #expect(!failure.remedy.isEmpty)
    }

    @Test func sixteenDeepIsRead() throws {
        // The dictionary, the array 2, and 14 more.
        #expect(try PropertyListFile.parse(Self.member([0xA1, 3], Self.nest(14)).bytes, depth: 16).count == 1)
    }

    /// A file of which any one byte is wrong is read or refused, and nothing else happens.
    @Test func everyWrongByteIsSurvived() throws {
        let data = try #require(Data(base64Encoded: Self.everyType, options: .ignoreUnknownCharacters))
        let bytes = Array(data)
        for index in bytes.indices {
            for value in [0x00, 0x7F, 0x80, 0xFF, bytes[index] ^ 1, bytes[index] &+ 16] as [UInt8] {
                var wrong = bytes
                wrong[index] = value
                _ = try? PropertyListFile.parse(wrong, depth: 16)
            }
            _ = try? PropertyListFile.parse(Array(bytes[..<index]), depth: 16)
        }
    }
}
