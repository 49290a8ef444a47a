import Foundation
import HostModel
import Testing
import TodayTestSupport

@testable import HostDaemon

/// The encrypted file of a backup.
@Suite struct SealedFileTests {
    private static let chunk = 65_536
    private static let header = 32

    private func seal(_ plain: Data, in parts: Int = 100_000, passphrase: String = "correct horse") throws -> Data {
        let path = NSTemporaryDirectory() + "sealed-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        var writer = try SealedWriter(
            to: FileHandle(forWritingTo: URL(filePath: path)),
            passphrase: passphrase,
            cost: 10
        )
        var rest = plain[...]
        while !rest.isEmpty {
            try writer.append(Data(rest.prefix(parts)))
            rest = rest.dropFirst(parts)
        }
        try writer.finish()
        return try #require(FileManager.default.contents(atPath: path))
    }

    private func open(_ sealed: Data, passphrase: String = "correct horse") throws -> Data {
        let path = NSTemporaryDirectory() + "sealed-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try sealed.write(to: URL(filePath: path))
        var reader = try SealedReader(FileHandle(forReadingFrom: URL(filePath: path)), passphrase: passphrase)
        var plain = Data()
        while let part = try reader.next() { plain += part }
        return plain
    }

    @Test(arguments: [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 200_000])
    func whatIsSealedIsReadBack(size: Int) throws {
        let plain = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        for parts in [7777, 1 << 20] {
            let sealed = try seal(plain, in: parts)
            #expect(sealed.count == Self.header + size + 16 * (size / Self.chunk + 1))
            #expect(try open(sealed) == plain)
        }
    }

    @Test func nothingOfTheTextIsInTheFile() throws {
        let sealed = try seal(Data(String(repeating: "secret", count: 100).utf8))
        #expect(sealed.range(of: Data("secret".utf8)) == nil)
        #expect(try seal(Data("a".utf8)) != seal(Data("a".utf8)), "each file has a key of its own")
    }

    @Test func aWrongPassphraseOpensNothing() throws {
        let sealed = try seal(Data("text".utf8))
        let error = #expect(throws: HostError.self) { try open(sealed, passphrase: "correct horsf") }
        #expect(error?.message == "The passphrase is wrong, or the backup is damaged. Nothing was changed.")
    }

    @Test func theSamePassphraseInAnotherEncodingOpensTheFile() throws {
        #expect(
            try open(seal(Data("a".utf8), passphrase: "caf\u{E9} noir"), passphrase: "cafe\u{301} noir")
                == Data("a".utf8)
        )
    }

    @Test func aChangedByteIsNoticedWhereverItIs() throws {
        let sealed = try seal(Data(repeating: 1, count: 40))
        for index in sealed.indices {
            // A higher cost would only make the test slow.
            if index == 15 { continue }
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: HostError.self, "byte \(index)") { try open(changed) }
        }
    }

    @Test func aFileThatWasCutOffIsNoticed() throws {
        let sealed = try seal(Data(repeating: 1, count: 2 * Self.chunk + 10))
        let first = Self.header + Self.chunk + 16
        for count in [
            0, 10, Self.header, Self.header + 5, first, first + 20, 2 * first - Self.header, sealed.count - 1,
        ] {
            #expect(throws: HostError.self, "\(count) bytes") { try open(sealed.prefix(count)) }
        }
        #expect(throws: HostError.self) { try open(sealed + [0]) }
    }

    @Test func chunksCannotBeExchangedOrLeftOut() throws {
        let sealed = try seal(Data(repeating: 1, count: 3 * Self.chunk))
        let size = Self.chunk + 16
        let header = sealed.prefix(Self.header)
        let chunks = (0..<3).map { sealed.dropFirst(Self.header + $0 * size).prefix(size) }
        let end = sealed.suffix(16)
        #expect(try open(header + chunks[0] + chunks[1] + chunks[2] + end).count == 3 * Self.chunk)
        #expect(throws: HostError.self) { try open(header + chunks[1] + chunks[0] + chunks[2] + end) }
        #expect(throws: HostError.self) { try open(header + chunks[0] + chunks[2] + end) }
        #expect(throws: HostError.self) { try open(header + chunks[0] + chunks[0] + chunks[1] + chunks[2] + end) }
    }

    @Test func aFileThatWantsAllMemoryIsRefused() throws {
        var sealed = try seal(Data())
        sealed[15] = 40
        let error = #expect(throws: HostError.self) { try open(sealed) }
        #expect(error?.message.hasPrefix("This is not a backup of Today") == true)
    }
}
