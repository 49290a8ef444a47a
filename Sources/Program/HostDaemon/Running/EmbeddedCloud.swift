import AsyncPrimitives
import CloudCore
import CloudDaemon
import Foundation
import Host
import HostModel
import Logging
import ServiceLifecycle
import TodayProtocol
import TodayWeb

/// The cloud inside `today run`, which serves only this machine and this person.
///
/// The host joins it automatically, unless it has joined another one.
struct EmbeddedCloud: Service {
    /// The name of the person as whom the host joins; senders use it as the named user.
    static let person = "me"
    private static let portSetting = "cloud.port"

    let parts: CloudComponents
    private let host: TodayHost

    init(stateDirectory: String, port: Int, host: TodayHost, logger: Logger) async throws {
        self.host = host
        parts = try await CloudComponents(
            CloudSettings(privatelyOn: port, stateDirectory: stateDirectory),
            logger: logger
        )
    }

    /// Attaches the cloud to the host once it serves, and runs until the shutdown, as a service must.
    func run() async throws {
        try await runUntilShutdown {
            await parts.server.serving.wait()
            try Task.checkCancellation()
            host.attach(local)
        }
    }

    /// The URL of the cloud; empty before it serves.
    var url: String { parts.server.address.map { "http://\($0)" } ?? "" }

    private var local: LocalCloud {
        let (url, parts) = (url, parts)
        return LocalCloud(url: url) {
            try await parts.cloud.joinTokenIssuer.make(person: Self.person, lifetime: 300)
        } keys: { app in
            let keys =
                if app == nil, let first = parts.firstKeys { first } else {
                    try await parts.keys.add(app: app?.rawValue ?? KeyRing.firstApp)
                }
            return SenderKeys(url: url, app: AppID(keys.app), appKey: keys.key, masterSecret: keys.masterSecret)
        }
    }

    /// Chooses the port of the cloud, and stores it.
    ///
    /// - Throws: `HostError` if `wanted` is in use, or if none is free.
    static func choosePort(_ wanted: Int, _ host: TodayHost) async throws -> Int {
        let kept = Int(try await host.send(GetSettingRequest(portSetting)) ?? "")
        let port: Int
        if wanted != 0 {
            guard Loopback.isFree(wanted) else {
                throw HostError(
                    .stateUnavailable,
                    "Port \(wanted), wanted for the cloud, is in use; choose another with --cloud-port."
                )
            }
            port = wanted
        } else if let kept, Loopback.isFree(kept) {
            port = kept
        } else {
            port = try Loopback.freePort()
        }
        if port != kept { try await host.send(SetSettingRequest(portSetting, String(port))) }
        return port
    }
}
