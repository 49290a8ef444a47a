import Foundation
import Synchronization

/// A NATS server of one test, on loopback; it ends with the process at the latest.
package final class NATSServer: Sendable {
    package enum Failure: Error, CustomStringConvertible {
        case notInstalled
        case failed(String)

        package var description: String {
            switch self {
            case .notInstalled: "There is no NATS server; install it with: script/bootstrap --tests"
            case .failed(let message): message
            }
        }
    }

    private static let program = "/usr/sbin/nats-server"

    /// The port, which stays the same when the server is started again.
    package let port: Int
    private let folder: String
    private let configuration: String
    private let running = Mutex<(process: Process, lifeline: Pipe)?>(nil)

    /// Starts a server, and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - folder: A folder for its files, which exists.
    ///   - configuration: More lines for its configuration file.
    /// - Throws: ``Failure``, or what a file system says.
    package init(in folder: String, configuration: String = "") throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else { throw Failure.notInstalled }
        self.folder = folder
        self.configuration = configuration
        // The port is free, and stays so unless another program takes it in this moment.
        port = try ListeningPort().port
        try start()
    }

    deinit { kill() }

    /// The address, for a name of this machine.
    package func address(_ scheme: String = "nats", host: String = "127.0.0.1") -> String {
        "\(scheme)://\(host):\(port)"
    }

    /// Starts the server again after it was killed.
    package func start() throws {
        let (file, log) = ("\(folder)/nats.conf", "\(folder)/nats.log")
        try Data("listen: \"127.0.0.1:\(port)\"\n\(configuration)\n".utf8).write(to: URL(filePath: file))
        try? FileManager.default.removeItem(atPath: log)
        let (server, lifeline) = (Process(), Pipe())
        server.executableURL = URL(filePath: "/bin/sh")
        // The server is killed when the pipe is closed, as it is at the end of this process.
        server.arguments = [
            "-c",
            """
            exec 3<&0
            (read -r _ <&3 || kill -KILL $$) &
            exec "$1" -c "$2" -l "$3" </dev/null 3<&-
            """, "sh", Self.program, file, log,
        ]
        server.standardInput = lifeline
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        running.withLock { $0 = (server, lifeline) }
        let deadline = ContinuousClock.now + .seconds(30)
        func text() -> String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }
        while !text().contains("Server is ready") {
            guard ContinuousClock.now < deadline, !text().contains("[FTL]"), !text().contains("nats-server: ") else {
                throw Failure.failed("The NATS server did not start: \(text())")
            }
            usleep(10_000)
        }
    }

    /// Kills the server.
    package func kill() {
        guard let (process, lifeline) = running.withLock({ $0.take() }) else { return }
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

extension NATSServer {
    /// Publishes messages of any bytes on a subject, and returns when the server has read them all.
    package func publish(_ messages: [[UInt8]], on subject: String) throws {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(port).bigEndian
        name.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw Failure.failed("The NATS server does not accept connections.") }
        var bytes = Array("CONNECT {\"verbose\":false}\r\n".utf8)
        for message in messages { bytes += Array("PUB \(subject) \(message.count)\r\n".utf8) + message + [13, 10] }
        let file = FileHandle(fileDescriptor: connection)
        try file.write(contentsOf: Data(bytes + Array("PING\r\n".utf8)))
        var answer = Data()
        while answer.range(of: Data("PONG".utf8)) == nil {
            let more = file.availableData
            guard !more.isEmpty else { throw Failure.failed(String(decoding: answer, as: UTF8.self)) }
            answer += more
        }
    }
}
