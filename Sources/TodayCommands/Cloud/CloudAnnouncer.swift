import Cloud
import Foundation
import JSON
import ServiceLifecycle
import Waiting

/// Says that the cloud serves, once it does.
struct CloudAnnouncer: Service {
    var server: CloudServer
    var publicURL: String?
    var keys: AppKeys
    var readyFile: String?
    var console: Console

    /// Says it once, and stays until the shutdown, as a service has to.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            await server.serving.wait()
            try Task.checkCancellation()
            try announce()
        }
        try? await gracefulShutdown()  // Throws only what cancellation means: that this is the end.
    }

    private func announce() throws {
        guard let address = server.address else { return }
        let url = publicURL ?? "http://\(address)"
        let pid = ProcessInfo.processInfo.processIdentifier
        if let readyFile {
            let json: JSONValue = [
                "url": .string(url), "app_key": .string(keys.key), "app_secret": .string(keys.secret),
                "master_secret": .string(keys.masterSecret), "pid": .integer(Int(pid)),
            ]
            try ReadyFile.write(json, to: readyFile, pid: pid)
        }
        console.print("The cloud is ready: \(url)")
    }
}
