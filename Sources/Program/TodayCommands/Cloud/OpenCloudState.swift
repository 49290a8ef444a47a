import ArgumentParser
import CloudCore
import CloudStorage
import Foundation

/// The option of all commands that work on the state of a cloud.
struct CloudStateOption: ParsableArguments {
    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"), completion: .directory)
    var state: String?
}

/// The state of a cloud, opened for one command; the cloud may be running.
struct OpenCloudState {
    let folder: CloudFolder
    let store: CloudStore

    /// Returns the cloud's folder in a state folder; creates it if necessary.
    ///
    /// - Parameter stateDirectory: The absolute path of the state folder.
    /// - Returns: The folder.
    /// - Throws: ``CommandError`` or `CloudStoreError` if it cannot be created.
    static func folder(in stateDirectory: String) throws -> CloudFolder {
        try StateLocation.makeFolder(stateDirectory)
        return try CloudFolder(path: stateDirectory + "/cloud")
    }

    /// Returns an app that has keys.
    ///
    /// - Throws: ``CommandError`` if it has none.
    func app(_ name: String) async throws -> AppRecord {
        guard let record = try await store.app(name: name) else {
            throw CommandError("\(name) has no keys in this cloud. Create them with: today cloud keys --add \(name)")
        }
        return record
    }

    /// Opens the state for the duration of a closure.
    ///
    /// - Parameters:
    ///   - option: The state folder.
    ///   - context: The context of the command.
    ///   - body: Receives the state.
    /// - Returns: The result of `body`.
    /// - Throws: ``CommandError``.
    static func with<Value>(
        _ option: CloudStateOption,
        _ context: CommandContext,
        _ body: (OpenCloudState) async throws -> Value
    ) async throws -> Value {
        let location = try StateLocation(option: option.state, context: context)
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
    /// Translates the cloud's errors for the command line.
    ///
    /// - Parameter body: The work with the cloud.
    /// - Returns: The result of `body`.
    /// - Throws: ``CommandError`` for errors of the cloud; other errors unchanged.
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
