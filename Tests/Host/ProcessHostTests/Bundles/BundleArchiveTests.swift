import Foundation
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

/// Bundles in tar archives, and archives that are hostile.
@Suite struct BundleArchiveTests {
    /// Writes tar archives, also such as no program writes.
    private struct Tar {
        var bytes: [UInt8] = []

        mutating func add(
            _ name: String,
            _ contents: [UInt8] = [],
            type: String = "0",
            target: String = "",
            mode: String = "0000755",
            size: Int? = nil
        ) {
            var block = [UInt8](repeating: 0, count: 512)
            func put(_ text: String, at offset: Int) {
                for (index, byte) in text.utf8.enumerated() { block[offset + index] = byte }
            }
            func octal(_ number: Int, _ width: Int) -> String {
                let digits = String(number, radix: 8)
                return String(repeating: "0", count: width - digits.count) + digits
            }
            put(String(name.prefix(100)), at: 0)
            put(mode, at: 100)
            put(octal(size ?? contents.count, 11), at: 124)
            put("        ", at: 148)
            put(type, at: 156)
            put(target, at: 157)
            put("ustar\u{0}00", at: 257)
            let sum = block.reduce(0) { $0 + Int($1) }
            put(octal(sum, 6) + "\u{0} ", at: 148)
            bytes += block + contents
            bytes += [UInt8](repeating: 0, count: (512 - contents.count % 512) % 512)
        }

        /// Adds a folder's contents.
        mutating func add(folder: String, named name: String) throws {
            add("\(name)/", type: "5")
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
                var isFolder: ObjCBool = false
                let place = "\(folder)/\(path)"
                _ = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
                if isFolder.boolValue { continue }
                let mode = FileManager.default.isExecutableFile(atPath: place) ? "0000755" : "0000644"
                add("\(name)/\(path)", Array(try Data(contentsOf: URL(filePath: place))), mode: mode)
            }
        }

        var end: [UInt8] { [UInt8](repeating: 0, count: 1024) }
    }

    private func withArchive(
        _ bytes: [UInt8],
        limits: BundleLimits = BundleLimits(),
        _ body: (BundleInstaller, _ archive: String, _ folder: String) throws -> Void
    ) async throws {
        try await withTemporaryDirectory { folder in
            let archive = "\(folder)/a.tar"
            try Data(bytes).write(to: URL(filePath: archive))
            try body(BundleInstaller(folder: "\(folder)/apps", limits: limits), archive, folder)
            // Nothing stays behind, whatever was in it, nor is anything written beside it.
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/apps/.staging").isEmpty)
            #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == ["a.tar", "apps"])
        }
    }

    private func expectRefusal(
        _ bytes: [UInt8],
        limits: BundleLimits = BundleLimits(),
        _ part: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await withArchive(bytes, limits: limits) { installer, archive, _ in
            let error = #expect(throws: BundleError.self, sourceLocation: sourceLocation) {
                try installer.stage(archive)
            }
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
        }
    }

    /// A whole bundle, to which tests add what is wrong.
    private func bundle() async throws -> Tar {
        try await withTemporaryDirectory { folder in
            var tar = Tar()
            try tar.add(folder: try BundleFixture().write(to: folder), named: "Weather.app")
            return tar
        }
    }

    @Test func aBundleInAnArchiveIsTheSameBundle() async throws {
        var tar = try await bundle()
        tar.add("Weather.app/again", type: "2", target: "weather")
        try await withArchive(tar.bytes + tar.end) { installer, archive, _ in
            let path = try installer.commit(installer.stage(archive))
            #expect(try BundleReader().read(at: path).widgets.count == 1)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/again") == "weather")
            #expect(FileManager.default.isExecutableFile(atPath: "\(path)/weather"))
            #expect(!FileManager.default.isExecutableFile(atPath: "\(path)/Info.plist"))
        }
    }

    @Test func longNamesOfBothKindsAreRead() async throws {
        let long = "Weather.app/" + String(repeating: "l", count: 120)
        var tar = try await bundle()
        tar.add("././@LongLink", Array("\(long)1\u{0}".utf8), type: "L")
        tar.add(String(long.prefix(99)), [1])
        let record = " path=\(long)2\n"
        tar.add("PaxHeaders/x", Array("\(record.utf8.count + 3)\(record)".utf8), type: "x")
        tar.add(String(long.prefix(98)), [2])
        tar.add("pax_global_header", Array("13 comment=a\n".utf8), type: "g")
        try await withArchive(tar.bytes + tar.end) { installer, archive, _ in
            let path = try installer.commit(installer.stage(archive))
            let name = String(repeating: "l", count: 120)
            #expect(try Data(contentsOf: URL(filePath: "\(path)/\(name)1")) == Data([1]))
            #expect(try Data(contentsOf: URL(filePath: "\(path)/\(name)2")) == Data([2]))
        }
    }

    @Test(arguments: [
        ("../evil", "not a valid name inside a bundle"), ("Weather.app/../../evil", "not a valid name inside a bundle"),
        ("/tmp/evil", "not a valid name inside a bundle"), ("Weather.app/a\nb", "not a valid name inside a bundle"),
        ("Other.app/evil", "nothing beside it"), ("evil", "nothing beside it"), ("Weather.app/weather", "twice"),
        ("Weather.app/./weather", "twice"), ("Weather.app//weather", "twice"),
    ])
    func aNameThatLeadsElsewhereIsRefused(name: String, sentence: String) async throws {
        var tar = try await bundle()
        tar.add(name, [1, 2, 3])
        try await expectRefusal(tar.bytes + tar.end, sentence)
    }

    @Test(arguments: [
        ("3", "", "neither a file nor a folder"), ("4", "", "neither a file nor a folder"),
        ("6", "", "neither a file nor a folder"), ("1", "/etc/passwd", "not a valid name inside a bundle"),
        ("1", "../../a.tar", "not a valid name inside a bundle"), ("1", "Other.app/weather", "nothing beside it"),
        ("1", "Weather.app/PlugIns", "neither a file nor a folder"),
        ("1", "Weather.app/link", "neither a file nor a folder"),
        ("1", "Weather.app/evil", "neither a file nor a folder"), ("1", "", "neither a file nor a folder"),
        ("S", "", "neither a file nor a folder"), ("2", "/etc/passwd", "leads out of the bundle"),
        ("2", "../../a.tar", "leads out of the bundle"), ("2", "", "leads out of the bundle"),
    ])
    func whatIsNoPlainFileIsRefused(type: String, target: String, sentence: String) async throws {
        var tar = try await bundle()
        tar.add("Weather.app/link", type: "2", target: "weather")
        tar.add("Weather.app/evil", type: type, target: target)
        try await expectRefusal(tar.bytes + tar.end, sentence)
    }

    @Test func aHardLinkIsAnotherNameOfAFileBeforeIt() async throws {
        var tar = try await bundle()
        tar.add("Weather.app/PlugIns/Today.appex/again", type: "1", target: "Weather.app/weather")
        tar.add("Weather.app/third", type: "1", target: "./Weather.app/PlugIns/Today.appex/again")
        try await withArchive(tar.bytes + tar.end) { installer, archive, _ in
            let path = try installer.commit(installer.stage(archive))
            for name in ["PlugIns/Today.appex/again", "third"] {
                #expect(try BundleFixture.isSameFile("\(path)/weather", "\(path)/\(name)"))
            }
            #expect(FileManager.default.isExecutableFile(atPath: "\(path)/third"))
        }
        tar.add("Weather.app/evil", [1], type: "1", target: "Weather.app/weather")
        try await expectRefusal(tar.bytes + tar.end, "neither a file nor a folder")
        // What links stand for counts like copies.
        var limits = BundleLimits()
        limits.bundleBytes = 100_000
        var large = try await bundle()
        large.add("Weather.app/large", [UInt8](repeating: 7, count: 60_000))
        large.add("Weather.app/larger", type: "1", target: "Weather.app/large")
        try await expectRefusal(large.bytes + large.end, limits: limits, "larger than")
    }

    @Test func nothingIsWrittenThroughALink() async throws {
        var tar = try await bundle()
        tar.add("Weather.app/out", type: "2", target: "../../..")
        tar.add("Weather.app/out/evil", [1])
        try await expectRefusal(tar.bytes + tar.end, "create the link")
        // The bundle itself may not be a link to another one.
        var alone = Tar()
        alone.add("Weather.app", type: "2", target: "../../../Other.app")
        try await expectRefusal(alone.bytes + alone.end, "leads out of the bundle")
    }

    @Test func whatIsTooLargeIsRefused() async throws {
        var limits = BundleLimits()
        limits.entries = 12
        limits.bundleBytes = 100_000
        limits.folderDepth = 3
        var many = try await bundle()
        for number in 0..<20 { many.add("Weather.app/\(number)") }
        try await expectRefusal(many.bytes + many.end, limits: limits, "more than 12 files")
        var large = try await bundle()
        large.add("Weather.app/large", [UInt8](repeating: 7, count: 100_001))
        try await expectRefusal(large.bytes + large.end, limits: limits, "larger than")
        // The size is only claimed.
        var claimed = try await bundle()
        claimed.add("Weather.app/large", [1], size: 0o77_777_777_777)
        try await expectRefusal(claimed.bytes + claimed.end, limits: limits, "larger than")
        var deep = try await bundle()
        deep.add("Weather.app/a/b/c/d/e/f/g", [1])
        try await expectRefusal(deep.bytes + deep.end, limits: limits, "nest deeper")
    }

    @Test func everyDamageIsNoticed() async throws {
        let tar = try await bundle()
        try await expectRefusal([], "damaged")
        try await expectRefusal([UInt8](repeating: 0, count: 1024), "empty")
        try await expectRefusal([UInt8](repeating: 0x41, count: 4096), "not a tar archive")
        for length in stride(from: 512, to: tar.bytes.count, by: 700) {
            try await expectRefusal(Array(tar.bytes[..<length]), "damaged")
        }
        var flipped = tar.bytes
        flipped[3] ^= 1
        try await expectRefusal(flipped + tar.end, "not a tar archive")
        for records in ["999999 path=x\n", "8 path=x\n", "path=x\n", "-1 a=b\n", "10 pathxxxx"] {
            var broken = tar
            broken.add("x", Array(records.utf8), type: "x")
            try await expectRefusal(broken.bytes + broken.end, "damaged")
        }
        var huge = tar
        huge.add("x", [1], type: "L", size: 1 << 30)
        try await expectRefusal(huge.bytes + huge.end, "damaged")
    }
}
