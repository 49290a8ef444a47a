import AsyncPrimitives
import CloudCore
import Foundation
import Host
import HostAPI
import HostAPIServer
import HostStorage
package import JSON
import SQLiteSupport
import ServiceLifecycle
import TodayWeb

/// The file that tells scripts where the host serves.
package struct ReadyFile: Hashable, Sendable {
    /// The origin of the web surface, without a slash at the end.
    package var url: String
    /// A one-time link to the screen that can be opened with GET.
    package var link: String
    /// The process id of the host.
    package var pid: Int32
    /// The path of the socket for local tools.
    package var socket: String
    /// The cloud inside the host, if there is one.
    package var cloud: CloudAccess?

    /// The data that senders need for the cloud inside the host.
    package struct CloudAccess: Hashable, Sendable {
        /// The cloud's URL, without a slash at the end.
        package var url: String
        /// The app key of the app that got its keys first.
        package var appKey: String
        package var appSecret: String
        /// The master secret, with which messages are sent.
        package var masterSecret: String

        package init(url: String, appKey: String, appSecret: String, masterSecret: String) {
            self.url = url
            self.appKey = appKey
            self.appSecret = appSecret
            self.masterSecret = masterSecret
        }
    }

    package init(url: String, link: String, pid: Int32, socket: String, cloud: CloudAccess? = nil) {
        self.url = url
        self.link = link
        self.pid = pid
        self.socket = socket
        self.cloud = cloud
    }

    /// Writes the file beside its place, readable by its owner alone, and moves it there.
    ///
    /// - Parameter path: The absolute path of the file; an existing file is replaced.
    /// - Throws: ``CommandError`` that names the file.
    package func write(to path: String) throws(CommandError) {
        var members: [String: JSONValue] = [
            "url": .string(url), "link": .string(link), "pid": .integer(Int(pid)), "socket": .string(socket),
        ]
        if let cloud {
            members["cloud"] = [
                "url": .string(cloud.url), "app_key": .string(cloud.appKey), "app_secret": .string(cloud.appSecret),
                "master_secret": .string(cloud.masterSecret),
            ]
        }
        try Self.write(.object(members), to: path)
    }

    /// Writes an object beside its place, readable by its owner alone, and moves it there.
    ///
    /// - Parameters:
    ///   - json: The content of the file.
    ///   - path: The absolute path of the file; an existing file is replaced.
    /// - Throws: ``CommandError`` that names the file.
    package static func write(_ json: JSONValue, to path: String) throws(CommandError) {
        do throws(StoreError) {
            // The file gives access to the host, so it must never be readable by others.
            try PrivateFile<StoreError>.replace(path, with: Array("\(json.jsonText)\n".utf8))
        } catch {
            throw CommandError("The ready file \(path) cannot be written. \(error.message)", cause: error)
        }
    }
}

/// Does something once, and returns when the graceful shutdown begins, as a service must.
///
/// - Parameter body: What is done. It is cancelled when the shutdown begins, which is no failure then.
/// - Throws: What `body` throws before.
package func runUntilShutdown(_ body: @escaping @Sendable () async throws -> Void) async throws {
    do { try await cancelWhenGracefulShutdown(body) } catch _ where Task.isShuttingDownGracefully { return }
    try? await gracefulShutdown()  // Throws only what cancellation means: that this is the end.
}

/// Installs the given apps, then announces that the host serves.
struct ReadyAnnouncer: Service {
    var host: TodayHost
    var local: LocalServer
    var web: WebServer
    var cloud: EmbeddedCloud?
    var bundles: [String]
    var readyFile: String?
    var console: Console

    /// Announces it once, and runs until the shutdown, as a service must.
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
        for bundle in bundles {
            // The person named the bundle in the host's own command line, which says enough.
            _ = try await host.send(InstallAppRequest(path: bundle, consent: .replacing, skipsUnchanged: true))
        }
        let link = web.makeLink()
        if let readyFile {
            let file = ReadyFile(
                url: link.url,
                link: link.link,
                pid: ProcessInfo.processInfo.processIdentifier,
                socket: local.socket.path,
                cloud: cloud.map { cloud in
                    let keys = cloud.parts.firstKeys
                    return ReadyFile.CloudAccess(
                        url: cloud.url,
                        appKey: keys.key,
                        appSecret: keys.secret,
                        masterSecret: keys.masterSecret
                    )
                }
            )
            try file.write(to: readyFile)
        }
        console.print("Today is ready: \(link.link)")
    }
}
