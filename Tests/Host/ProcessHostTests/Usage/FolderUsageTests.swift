import Foundation
import Testing
import TodayTestSupport

@testable import ProcessHost

@Suite struct FolderUsageTests {
    @Test func filesWithSeveralNamesCountOnceAndLinksAreNotFollowed() async throws {
        try await withTemporaryDirectory { folder in
            let manager = FileManager.default
            try manager.createDirectory(atPath: "\(folder)/group/inner", withIntermediateDirectories: true)
            try Data(count: 1 << 20).write(to: URL(filePath: "\(folder)/large"))
            try Data(count: 256 << 10).write(to: URL(filePath: "\(folder)/group/inner/file"))
            try manager.linkItem(atPath: "\(folder)/group/inner/file", toPath: "\(folder)/group/other")
            try manager.createSymbolicLink(atPath: "\(folder)/group/link", withDestinationPath: "\(folder)")
            let usage = FolderUsage(of: "\(folder)/group", filesLimit: 100)
            #expect(usage.files == 3)
            #expect((256 << 10..<512 << 10).contains(usage.bytes))
        }
    }

    @Test func countingEndsAtTheLimit() async throws {
        try await withTemporaryDirectory { folder in
            for number in 0..<100 { try Data().write(to: URL(filePath: "\(folder)/\(number)")) }
            #expect(FolderUsage(of: folder, filesLimit: 9).files == 10)
        }
    }

    @Test func foldersThatAreNestedTooDeepAreNoticed() async throws {
        try await withTemporaryDirectory { folder in
            let deep = String(repeating: "/x", count: FolderUsage.depthLimit)
            try FileManager.default.createDirectory(atPath: folder + deep, withIntermediateDirectories: true)
            #expect(FolderUsage(of: folder, filesLimit: 100).isTooDeep)
            #expect(!FolderUsage(of: folder + "/x", filesLimit: 100).isTooDeep)
        }
    }

    /// Only shows something for an ordinary user, since root may read every folder.
    @Test(arguments: [0o000, 0o300, 0o400, 0o600]) func noModeHidesFiles(mode: Int) async throws {
        try await withTemporaryDirectory { folder in
            let manager = FileManager.default
            let folders = ["\(folder)/group", "\(folder)/group/inner"]
            for folder in folders {
                try manager.createDirectory(atPath: folder, withIntermediateDirectories: false)
                try Data(count: 1 << 20).write(to: URL(filePath: "\(folder)/file"))
            }
            for folder in folders.reversed() {
                try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
            }
            let usage = FolderUsage(of: folders[0], filesLimit: 100)
            #expect(usage.files == 3)
            #expect(usage.bytes >= 2 << 20)
        }
    }

    @Test func aFolderThatDoesNotExistTakesNothing() {
        #expect(FolderUsage(of: "/nowhere", filesLimit: 1) == FolderUsage())
    }
}
