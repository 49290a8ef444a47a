import CloudCore
import CloudStorage
import Foundation

/// The state of a cloud, open for one command, whether or not the cloud runs.
struct OpenCloudState {
    let folder: CloudFolder
    let store: CloudStore

    /// The cloud's part of a state folder, which is made if need be.
    ///
    /// - Parameter stateDirectory: The absolute path of the state folder.
    /// - Returns: The folder.
    /// - Throws: ``CommandError`` or `CloudStoreError` if it cannot be made.
    static func folder(in stateDirectory: String) throws -> CloudFolder {
        do {
            try FileManager.default.createDirectory(
                atPath: stateDirectory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandError(
                "The folder \(stateDirectory) cannot be made; choose another one with --state.",
                cause: error
            )
        }
        return try CloudFolder(path: stateDirectory + "/cloud")
    }

    /// Opens the state for as long as a command works on it.
    ///
    /// - Parameters:
    ///   - option: What `--state` said.
    ///   - context: The process.
    ///   - body: Receives the state.
    /// - Returns: What `body` returns.
    /// - Throws: ``CommandError``.
    static func with<Value>(
        _ option: String?,
        _ context: CommandContext,
        _ body: (OpenCloudState) async throws -> Value
    ) async throws -> Value {
        let location = try StateLocation(option: option, context: context)
        return try await CommandError.translatingCloud {
            let folder = try folder(in: location.stateDirectory)
            if !FileManager.default.fileExists(atPath: folder.databasePath) {
                context.console.printError(
                    "There was no cloud in \(location.stateDirectory), so this begins one. Name another folder with --state."
                )
            }
            let store = try CloudStore(path: folder.databasePath)
            do {
                let value = try await body(OpenCloudState(folder: folder, store: store))
                await store.close()
                return value
            } catch {
                await store.close()
                throw error
            }
        }
    }
}

extension CommandError {
    /// Tells the shell what the cloud refused.
    ///
    /// - Parameter body: What to do with the cloud.
    /// - Returns: What `body` returns.
    /// - Throws: ``CommandError`` for the cloud's own errors; others as they are.
    static func translatingCloud<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as CloudError {
            throw CommandError(error.message, cause: error)
        } catch let error as CloudStoreError {
            throw CommandError(error.message, cause: error)
        }
    }
}
