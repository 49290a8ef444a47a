import Foundation

/// A PostgreSQL server of this test process, in memory and on a Unix socket; it ends with the process.
///
/// PostgreSQL refuses to run as root, so a test that does lets `nobody` run it.
package final class PostgreSQLServer: Sendable {
    package enum Failure: Error, CustomStringConvertible {
        case notInstalled
        case failed(String)

        package var description: String {
            switch self {
            case .notInstalled: "There is no PostgreSQL; install it with: script/bootstrap --tests"
            case .failed(let message): message
            }
        }
    }

    private static let started = Result { try PostgreSQLServer("shared") }

    /// The server, which is started at the first use.
    package static var shared: PostgreSQLServer { get throws { try started.get() } }

    private let folder: String
    private let programs: String
    /// The server ends when this is closed, as it is at the end of the process.
    private let lifeline = Pipe()

    /// Starts a server of a name, which ends with the object.
    package init(_ name: String) throws {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        guard let version = versions.compactMap(Int.init).max() else { throw Failure.notInstalled }
        programs = "\(root)/\(version)/bin"
        folder = "/dev/shm/today-test-\(getpid())-postgresql-\(name)"
        let server = Process()
        server.executableURL = URL(filePath: "/bin/sh")
        server.arguments = [
            "-c",
            """
            set -e
            mkdir -m 700 "$1"; trap 'rm -rf "$1"' EXIT
            as() { "$@"; }
            if [ "$(id -u)" = 0 ]; then
                chown nobody "$1"
                as() { setpriv --reuid nobody --regid nogroup --clear-groups "$@"; }
            fi
            cd "$1"
            as "$2/initdb" -D "$1/data" -A trust -U today -E UTF8 --locale C --no-sync >"$1/log" 2>&1
            as "$2/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c full_page_writes=off \
                -c max_connections=300 -c shared_buffers=64MB >>"$1/log" 2>&1 </dev/null &
            read -r _ || true
            kill -INT $!
            wait
            """, "sh", folder, programs,
        ]
        server.standardInput = lifeline
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        let deadline = ContinuousClock.now + .seconds(60)
        while (try? run("pg_isready", "-q")) == nil {
            guard server.isRunning, ContinuousClock.now < deadline else {
                let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? "no log"
                throw Failure.failed("PostgreSQL did not start: \(log)")
            }
            usleep(20_000)
        }
    }

    /// Creates a database, a copy of `template` if it is named, and returns its address.
    package func createDatabase(_ name: String, from template: String = "template1") throws -> String {
        try run("createdb", "-T", template, name)
        return "postgres://today@/\(name)?host=\(folder)"
    }

    package func dropDatabase(_ name: String) { _ = try? run("dropdb", "--force", name) }

    private func run(_ program: String, _ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "\(programs)/\(program)")
        process.arguments = ["-h", folder, "-U", "today"] + arguments
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.failed(String(decoding: text, as: UTF8.self)) }
    }
}
