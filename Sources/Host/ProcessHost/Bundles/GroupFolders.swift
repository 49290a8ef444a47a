import Glibc
import Subprocess
import SystemPackage
package import TodayProtocol

/// The folders of app groups in the state folder.
///
/// Processes control the contents of these folders. A folder is therefore first moved to the trash, and its contents
/// are then removed by `rm`, which follows no links and has no depth limit.
package struct GroupFolders: Sendable {
    private let folder: String
    private let trash: String

    package init(stateFolder: String) {
        folder = "\(stateFolder)/groups"
        trash = "\(stateFolder)/trash"
    }

    package func path(of group: TodayProtocol::GroupID) -> String { "\(folder)/\(group)" }

    package func make(_ group: TodayProtocol::GroupID) throws(BundleError) { try FileTree.makeFolders(path(of: group)) }

    /// Moves groups' folders to the trash at once, the others too if one fails; ``emptyTrash()`` deletes them.
    package func discard(_ groups: [TodayProtocol::GroupID]) throws(BundleError) {
        try FileTree.makeFolders(trash)
        var failure: BundleError?
        for group in groups {
            // Moving a folder to another parent requires write access to it (rename(2)), which a process may have
            // revoked.
            FileTree.unlock(path(of: group))
            let place = "\(trash)/\(FileTree.uniqueName())"
            guard rename(path(of: group), place) != 0, errno != ENOENT else { continue }
            failure = FileTree.failure("move the folder of \(group) out of the way")
        }
        if let failure { throw failure }
    }

    /// Removes discarded folders, including those of an earlier run of the host, and returns `true` if nothing is left.
    package func emptyTrash() async -> Bool {
        guard BundleFolder.isFolder(trash) else { return true }
        if await run("/bin/rm", ["-rf", "--", trash]) { return true }
        // A process may have made folders that even their owner may not read.
        _ = await run("/bin/chmod", ["-R", "u+rwX", "--", trash])
        return await run("/bin/rm", ["-rf", "--", trash])
    }

    private func run(_ program: String, _ arguments: [String]) async -> Bool {
        let result = try? await Subprocess.run(
            .path(FilePath(program)),
            arguments: Arguments(arguments),
            environment: .custom([:]),
            output: .discarded
        )
        return result?.terminationStatus.isSuccess ?? false
    }
}
