import Foundation
import Testing
import TodayTestSupport

@testable import ProcessHost

@Suite struct SwiftRuntimeTests {
    @Test func theRuntimeOfADynamicSwiftProgramIsFound() throws {
        // The test runner is one itself.
        let folders = SwiftRuntime.folders(of: try #require(FileManager.default.testExecutable))
        #expect(folders.allSatisfy { FileManager.default.fileExists(atPath: "\($0)/libswiftCore.so") })
        #expect(!folders.isEmpty)
    }

    @Test func aRunPathToAnyOtherFolderIsNotShown() async throws {
        try await withTemporaryDirectory { folder in
            // One that looks like a runtime, as a process could make in a folder of its group.
            let fake = "\(folder)/usr/lib/swift/linux"
            try FileManager.default.createDirectory(atPath: fake, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: "\(fake)/libswiftCore.so"))
            for path in ["/root/.ssh", "/home", fake, "/opt/../etc", "/"] {
                let file = "\(folder)/program"
                try Data(elf(runPath: path)).write(to: URL(filePath: file))
                #expect(SwiftRuntime.folders(of: file).isEmpty)
            }
        }
    }

    @Test func theRunPathIsRead() {
        let image = elf(runPath: "$ORIGIN:/a/b")
        #expect(ELFImage(read: reader(image)).runPaths == ["$ORIGIN", "/a/b"])
    }

    @Test func whatIsNoProgramHasNone() {
        for bytes in [[], Array("#!/bin/sh\n".utf8), [0x7F, 0x45, 0x4C, 0x46], [UInt8](repeating: 0xFF, count: 4096)] {
            #expect(ELFImage(read: reader(bytes)).runPaths.isEmpty)
        }
    }

    @Test func brokenImagesEndInAnAnswer() {
        let whole = elf(runPath: "/a")
        for count in 0..<whole.count { _ = ELFImage(read: reader(Array(whole[..<count]))).runPaths }
        for index in 0..<whole.count {
            for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
                var broken = whole
                broken[index] = value
                _ = ELFImage(read: reader(broken)).runPaths
            }
        }
    }

    private func reader(_ bytes: [UInt8]) -> ELFImage.Read {
        { offset, count in
            guard offset < bytes.count else { return [] }
            return Array(bytes[Int(offset)...].prefix(count))
        }
    }

    /// The smallest image with a run path: a header, two segments, four dynamic entries and the strings.
    private func elf(runPath: String) -> [UInt8] {
        func words(_ values: UInt64...) -> [UInt8] {
            values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        }
        let strings: [UInt8] = [0] + Array(runPath.utf8) + [0]
        let (dynamicAt, stringsAt) = (UInt64(64 + 2 * 56), UInt64(64 + 2 * 56 + 48))
        let total = stringsAt + UInt64(strings.count)
        var header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 10)
        header += [3, 0, 62, 0, 1, 0, 0, 0] + words(0, 64, 0) + [0, 0, 0, 0, 64, 0, 56, 0, 2, 0, 0, 0, 0, 0, 0, 0]
        let load = words(1, 0, 0x1000, 0x1000, total, total, 1)
        let dynamic = words(2, dynamicAt, 0x1000 + dynamicAt, 0x1000 + dynamicAt, 48, 48, 8)
        return header + load + dynamic + words(29, 1, 5, 0x1000 + stringsAt, 0, 0) + strings
    }
}

extension FileManager {
    /// The program that runs the tests.
    fileprivate var testExecutable: String? {
        let arguments = CommandLine.arguments
        return arguments.first { $0.hasSuffix(".xctest") && fileExists(atPath: $0) }
            ?? (try? destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    }
}
