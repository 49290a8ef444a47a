import Cloud
import CloudStore
import Foundation
import Synchronization

/// Makes many hosts that have joined a cloud and registered its app, each of a person of its own.
enum CloudDevices {
    private static let limit = 15_000

    /// Makes the hosts, as they join over HTTP but without it, and writes their tokens into a file, one a line.
    static func make(_ count: Int, in stateDirectory: String, tokens file: String) async throws {
        guard (1...limit).contains(count) else { throw LoadError("There are 1 to \(limit) devices.") }
        let tokens = Mutex<[String]>([])
        try await CloudPreparation.with(stateDirectory: stateDirectory) { made in
            let (cloud, app) = (made.cloud, made.app.name)
            try await CloudPreparation.times(count) { number in
                let invitation = try await cloud.joinTokens.make(person: "person \(number)")
                let (device, own) = try await cloud.join(token: invitation, name: "host")
                _ = try await cloud.register(app: app, on: device, channel: DeviceChannelOrder(zone: "UTC"))
                tokens.withLock { $0.append(own) }
            }
        }
        let text = tokens.withLock { $0.joined(separator: "\n") }
        guard
            FileManager.default.createFile(
                atPath: file,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw LoadError("\(file) cannot be written.") }
    }
}
