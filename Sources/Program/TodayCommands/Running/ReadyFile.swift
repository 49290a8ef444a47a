import AsyncPrimitives
import CloudCore
import Foundation
import Host
import HostModel
import HostStorage
import JSON
import LocalAPI
import SQLiteSupport
import ServiceLifecycle
import TodayWeb

/// The file that tells scripts how to reach the running host.
struct ReadyFile: Hashable, Sendable {
    /// The origin of the web surface, without a trailing slash.
    var url: String
    /// A one-time link to the screen that can be opened with GET.
    var link: String
    /// The process id of the host.
    var pid: Int32
    /// The path of the socket for local tools.
    var socket: String
    /// The cloud inside the host, if there is one.
    var cloud: CloudAccess?

    /// The data that senders need for the cloud inside the host.
    struct CloudAccess: Hashable, Sendable {
        /// The cloud's URL, without a trailing slash.
        var url: String
        /// The app key of the first app.
        var appKey: String
        var appSecret: String
        /// The master secret, with which messages are sent.
        var masterSecret: String
    }

    /// Writes the file atomically, with access for its owner only.
    ///
    /// - Parameter path: The absolute path of the file; an existing file is replaced.
    /// - Throws: ``CommandError`` that names the file.
    func write(to path: String) throws(CommandError) {
        let cloud = cloud.map { cloud in
            JSONValue.members([
                "url": cloud.url, "app_key": cloud.appKey, "app_secret": cloud.appSecret,
                "master_secret": cloud.masterSecret,
            ])
        }
        try Self.write(.members(["url": url, "link": link, "pid": pid, "socket": socket, "cloud": cloud]), to: path)
    }

    /// Writes an object to a file atomically, with access for its owner only.
    ///
    /// - Parameters:
    ///   - json: The content of the file.
    ///   - path: The absolute path of the file; an existing file is replaced.
    /// - Throws: ``CommandError`` that names the file.
    static func write(_ json: JSONValue, to path: String) throws(CommandError) {
        do throws(StoreError) {
            // The file gives access to the host, so others must not be able to read it at any time.
            try PrivateFile<StoreError>.replace(path, with: Array("\(json.jsonText)\n".utf8))
        } catch {
            throw CommandError("The ready file \(path) cannot be written. \(error.message)", cause: error)
        }
    }
}

/// Performs work once, and returns when the graceful shutdown begins, as a service must.
///
/// - Parameter body: The work. It is cancelled when the shutdown begins; its error is then ignored.
/// - Throws: An error that `body` throws before the shutdown.
func runUntilShutdown(_ body: @escaping @Sendable () async throws -> Void) async throws {
    do { try await cancelWhenGracefulShutdown(body) } catch _ where Task.isShuttingDownGracefully { return }
    try? await gracefulShutdown()  // Throws only what cancellation means: that this is the end.
}

/// Installs the given apps, then announces that the host is ready.
struct ReadyAnnouncer: Service {
    var host: TodayHost
    var local: LocalServer
    var web: WebServer
    var cloud: EmbeddedCloud?
    var bundles: [String]
    var readyFile: String?
    var console: Console

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
        for bundle in bundles {
            // The person named the bundle in the host's own command line, which is sufficient consent.
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
