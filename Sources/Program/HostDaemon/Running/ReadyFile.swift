import AsyncPrimitives
import CloudCore
import CloudDaemon
import Foundation
import Host
import HostModel
import HostStorage
import JSON
import LocalAPI
import SQLiteSupport
import ServiceLifecycle
import TodayWeb

/// Installs the given apps, then announces that the host is ready.
struct ReadyAnnouncer: Service {
    var host: TodayHost
    var local: LocalServer
    var web: WebServer
    var cloud: EmbeddedCloud?
    var demo: DemoFiller?
    var bundles: [String]
    var readyFile: String?
    var announce: @Sendable (String) -> Void

    /// Writes the ready file, which tells scripts how to reach the host, atomically and with access for its owner only.
    static func write(_ json: JSONValue, to path: String) throws(HostError) {
        do throws(StoreError) {
            // The file gives access to the host, so others must not be able to read it at any time.
            try PrivateFile<StoreError>.replace(path, with: Array("\(json.jsonText)\n".utf8))
        } catch {
            throw HostError(
                .stateUnavailable,
                "The ready file \(path) cannot be written. \(error.message)",
                cause: error
            )
        }
    }

    /// Makes the announcement, and runs until the shutdown, as a service must.
    func run() async throws {
        try await runUntilShutdown {
            await local.serving.wait()
            await web.serving.wait()
            await cloud?.parts.server.serving.wait()
            try Task.checkCancellation()
            try await announce()
        }
    }

    private func announce() async throws {
        await host.waitForPackagedApps()
        for bundle in bundles {
            // The person named the bundle in the host's own command line, which is sufficient consent.
            _ = try await host.send(InstallAppRequest(path: bundle, consent: .replacing, skipsUnchanged: true))
        }
        try await demo?.fill()
        let link = web.makeLink()
        if let readyFile {
            var file: [String: JSONValue] = [
                "url": .string(link.url), "link": .string(link.link),
                "pid": .integer(Int(ProcessInfo.processInfo.processIdentifier)), "socket": .string(local.socket.path),
            ]
            if let cloud, let keys = cloud.parts.firstKeys {
                file["cloud"] = [
                    "url": .string(cloud.url), "app_key": .string(keys.key), "app_secret": .string(keys.secret),
                    "master_secret": .string(keys.masterSecret),
                ]
            }
            try Self.write(.object(file), to: readyFile)
        }
        announce("Today is ready: \(link.link)")
        guard !web.networkOrigins.isEmpty else { return }
        announce(
            """
            Other devices in your network reach it at \(web.networkOrigins.map(\.url).joined(separator: " or ")); pair one \
            with “today pair”. This is not encrypted, so others in the network may read along. Such a device may look and \
            act, but not change settings, and has neither offline use nor notifications while it is closed. For these use \
            HTTPS: --listen, --public-url and a certificate or a proxy.
            """
        )
    }
}
