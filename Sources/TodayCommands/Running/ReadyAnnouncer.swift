import Cloud
import Foundation
import Host
import HostAPI
import ServiceLifecycle
import TodayWeb
import Waiting

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
