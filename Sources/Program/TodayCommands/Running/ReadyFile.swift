import AsyncPrimitives
import CloudCore
import Foundation
import Host
import HostAPI
package import JSON
import ServiceLifecycle
import TodayWeb

/// Tells whoever started the host where it serves.
package struct ReadyFile: Hashable, Sendable {
    /// The web surface's origin, without a slash at the end.
    package var url: String
    /// A one-time link to the screen, which a plain GET may follow.
    package var link: String
    /// The host's process.
    package var pid: Int32
    /// The path of the socket for local tools.
    package var socket: String
    /// The cloud inside the host, if there is one.
    package var cloud: Cloud?

    /// What senders need to know of the cloud inside the host.
    package struct Cloud: Hashable, Sendable {
        /// Its address, without a slash at the end.
        package var url: String
        /// The app key of the app that was the first to have keys.
        package var appKey: String
        /// The app secret.
        package var appSecret: String
        /// The master secret, which sends.
        package var masterSecret: String

        /// Takes what the file says.
        package init(url: String, appKey: String, appSecret: String, masterSecret: String) {
            self.url = url
            self.appKey = appKey
            self.appSecret = appSecret
            self.masterSecret = masterSecret
        }
    }

    /// Takes what the file says.
    package init(url: String, link: String, pid: Int32, socket: String, cloud: Cloud? = nil) {
        self.url = url
        self.link = link
        self.pid = pid
        self.socket = socket
        self.cloud = cloud
    }

    /// Writes the file beside its place, readable by its owner alone, and renames it into place.
    ///
    /// - Parameter path: The absolute path of the file; what was there is replaced.
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
        try Self.write(.object(members), to: path, pid: pid)
    }

    /// Writes an object beside its place, readable by its owner alone, and renames it into place.
    ///
    /// - Parameters:
    ///   - json: What the file says.
    ///   - path: The absolute path of the file; what was there is replaced.
    ///   - pid: The process that writes.
    /// - Throws: ``CommandError`` that names the file.
    package static func write(_ json: JSONValue, to path: String, pid: Int32) throws(CommandError) {
        let temporary = "\(path).\(pid).new"
        do {
            // Whoever reads it gets in, so it is never readable by others, not even for a moment.
            try? FileManager.default.removeItem(atPath: temporary)
            guard
                FileManager.default.createFile(
                    atPath: temporary,
                    contents: nil,
                    attributes: [.posixPermissions: 0o600]
                )
            else { throw CommandError("The ready file \(path) cannot be written; does its folder exist?") }
            try Data("\(json.jsonText)\n".utf8).write(to: URL(filePath: temporary))
            guard rename(temporary, path) == 0 else {
                throw CommandError("The ready file \(path) cannot be put into its place.")
            }
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError("The ready file \(path) cannot be written: \(error.localizedDescription)", cause: error)
        }
    }
}

/// Installs what is to be installed, and then says that Today serves.
struct ReadyAnnouncer: Service {
    var host: TodayHost
    var local: LocalServer
    var web: WebServer
    var cloud: EmbeddedCloud?
    var bundles: [String]
    var readyFile: String?
    var console: Console

    /// Says it once, and stays until the shutdown, as a service has to.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            await local.serving.wait()
            await web.serving.wait()
            await cloud?.parts.server.serving.wait()
            try Task.checkCancellation()
            try await announce()
        }
        try? await gracefulShutdown()  // Throws only what cancellation means: that this is the end.
    }

    private func announce() async throws {
        for bundle in bundles {
            _ = try await host.install(path: bundle, consent: .everything)
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
                    return ReadyFile.Cloud(
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
