import Foundation
import ProcessHost
import Testing
import TodayTestSupport

@Suite struct PackagedAppsTests {
    @Test func anUpgradeIsUnfinishedAsLongAsDpkgHasFilesOfItsOwn() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let bundle = try BundleFixture().write(to: folder)
            let program = "\(bundle)/PlugIns/Today.appex/widget"
            let files = FileManager.default
            let former = PackagedApps.Fingerprint(of: bundle)
            #expect(!former.isUnfinished)
            // What dpkg does, in its order.
            try Data("new".utf8).write(to: URL(filePath: "\(program).dpkg-new"))
            try files.linkItem(atPath: program, toPath: "\(program).dpkg-tmp")
            #expect(PackagedApps.Fingerprint(of: bundle).isUnfinished)
            #expect(rename("\(program).dpkg-new", program) == 0)
            #expect(PackagedApps.Fingerprint(of: bundle).isUnfinished)
            try files.removeItem(atPath: "\(program).dpkg-tmp")
            let latter = PackagedApps.Fingerprint(of: bundle)
            #expect(!latter.isUnfinished && latter != former)
        }
    }

    @Test func aChangeInAWatchedFolderIsTold() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let (changes, continuation) = AsyncStream<Void>.makeStream()
            let watch = try FolderWatch(["\(folder)/missing", folder]) { continuation.yield() }
            try Data().write(to: URL(filePath: "\(folder)/file"))
            try await withTimeLimit(on: "the change") { for await _ in changes { return } }
            withExtendedLifetime(watch) {}
        }
    }
}
