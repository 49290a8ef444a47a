import Foundation
import Glibc
import ProcessHost
import Testing
import TodayTestSupport

/// Whether two bundles are the same decides whether a person is asked again, so every difference must be noticed.
@Suite struct FileTreeComparisonTests {
    /// Larger than what is read at a time, and no multiple of it.
    private static let size = 700_001

    /// Runs a test with two folders that hold the same.
    private func withTwins(_ body: (_ first: String, _ second: String) throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            let files = FileManager.default
            let first = "\(folder)/first"
            try files.createDirectory(atPath: "\(first)/PlugIns/A.appex", withIntermediateDirectories: true)
            try Data(repeating: 7, count: Self.size).write(to: URL(filePath: "\(first)/PlugIns/A.appex/program"))
            try Data().write(to: URL(filePath: "\(first)/empty"))
            try files.createSymbolicLink(atPath: "\(first)/link", withDestinationPath: "empty")
            try files.copyItem(atPath: first, toPath: "\(folder)/second")
            try body(first, "\(folder)/second")
        }
    }

    @Test func copiesAreTheSame() async throws {
        try await withTwins { first, second in
            let areTheSame = try FileTree.isSame(first, second)
            #expect(areTheSame)
        }
    }

    @Test(arguments: [0, 262_143, 262_144, 524_288, size - 1])
    func oneOtherByteIsNoticedWhereverItIs(offset: Int) async throws {
        try await withTwins { first, second in
            let file = try FileHandle(forUpdating: URL(filePath: "\(second)/PlugIns/A.appex/program"))
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: Data([8]))
            try file.close()
            #expect(try !FileTree.isSame(first, second))
            #expect(try !FileTree.isSame(second, first))
        }
    }

    @Test(arguments: ["longer", "shorter", "added", "removed", "executable", "link", "kind"])
    func anotherDifferenceIsNoticed(change: String) async throws {
        try await withTwins { first, second in
            let program = "\(second)/PlugIns/A.appex/program"
            switch change {
            case "longer": #expect(truncate(program, Self.size + 1) == 0)
            case "shorter": #expect(truncate(program, 262_144) == 0)
            case "added": try Data().write(to: URL(filePath: "\(second)/PlugIns/other"))
            case "removed": #expect(unlink("\(second)/empty") == 0)
            case "executable": #expect(chmod(program, 0o755) == 0)
            case "link":
                #expect(unlink("\(second)/link") == 0)
                #expect(symlink("PlugIns", "\(second)/link") == 0)
            default:
                #expect(unlink("\(second)/empty") == 0)
                #expect(mkdir("\(second)/empty", 0o755) == 0)
            }
            #expect(try !FileTree.isSame(first, second))
            #expect(try !FileTree.isSame(second, first))
        }
    }

    @Test func aFolderThatIsMissingIsNamed() async throws {
        try await withTwins { first, _ in
            let error = #expect(throws: BundleError.self) { try FileTree.isSame(first, "\(first)/nothing") }
            #expect(error?.description.contains("\(first)/nothing") == true)
        }
    }
}
