import Foundation
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

/// What becomes of a group's folder when nobody uses the group any more.
@Suite struct GroupFoldersTests {
    /// Only shows something for an ordinary user, since root may read every folder.
    @Test func foldersThatTheirOwnerMayNotReadAreDeleted() async throws {
        try await withTemporaryDirectory { state in
            let files = FileManager.default
            let folders = GroupFolders(stateFolder: state)
            let group = GroupID("group.a")
            try folders.make(group)
            var place = folders.path(of: group)
            var made: [String] = []
            for name in ["a", "b", "c"] {
                place += "/\(name)"
                try files.createDirectory(atPath: place, withIntermediateDirectories: false)
                _ = files.createFile(atPath: "\(place)/file", contents: nil)
                made.append(place)
            }
            for folder in made.reversed() { try files.setAttributes([.posixPermissions: 0], ofItemAtPath: folder) }

            try folders.discard([group])

            #expect(await folders.emptyTrash())
            #expect(!files.fileExists(atPath: "\(state)/trash"))
        }
    }
}
