import Glibc
import NetworkAddresses
import Synchronization

/// The address of a PostgreSQL database, in the form `postgres://user@host/database`.
package struct PostgreSQLAddress: Sendable {
    private let parameters: [String: String]
    private let gate = ConnectionGate()
    /// The longest time without an answer from the server, in milliseconds.
    private let answerLimit: Int32

    /// Reads a connection string (PostgreSQL's documentation, section 34.1.1), with reasonable limits of time, and with
    /// TLS that checks the server's name, unless the server is on this machine or the text says otherwise.
    ///
    /// A password comes from a file (`passfile=`, `PGPASSFILE`) or a service file, since other users of the machine see a
    /// program's arguments.
    package init(_ text: String, answerLimit: Int32 = 35_000) throws {
        self.answerLimit = answerLimit
        var parameters = try PostgreSQLConnection.parameters(of: text)
        guard parameters["password"] == nil else {
            throw PostgreSQLError(
                state: "",
                message: """
                    The address has a password, which other users of this machine could see. Write it to a file, and \
                    name that with passfile=PATH in the address, or with PGPASSFILE.
                    """
            )
        }
        let hosts = (parameters["hostaddr"] ?? parameters["host"] ?? "").split(separator: ",")
        // Without a host in the address, a service file or the environment may name one elsewhere.
        let mayBeElsewhere =
            parameters["service"] != nil
            || ["PGSERVICE", "PGHOST", "PGHOSTADDR"].contains { (name: String) in getenv(name) != nil }
        let isLocal =
            !(hosts.isEmpty && mayBeElsewhere)
            && hosts.allSatisfy { host in
                host.hasPrefix("/") || host == "localhost" || NetworkAddress(String(host))?.isLoopback == true
            }
        let defaults = [
            "sslmode": isLocal ? "prefer" : "verify-full", "sslrootcert": isLocal ? "" : Self.authorities,
            "connect_timeout": "5", "tcp_user_timeout": "10000", "keepalives_idle": "5", "keepalives_interval": "2",
            "keepalives_count": "3", "target_session_attrs": "read-write", "application_name": "today cloud",
        ]
        for (key, value) in defaults where !value.isEmpty && parameters[key] == nil { parameters[key] = value }
        parameters["client_encoding"] = "UTF8"
        self.parameters = parameters
    }

    private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

    /// The oldest server that is supported.
    private static let oldestVersion = 140_000

    /// Opens a connection; for a second after a failure, others fail at once with the same error.
    func connect() throws(PostgreSQLError) -> PostgreSQLConnection {
        if let failure = gate.failure { throw failure }
        do throws(PostgreSQLError) {
            return try open()
        } catch {
            let failure = PostgreSQLError(state: PostgreSQLError.noConnection, message: error.message)
            gate.close(because: failure)
            throw failure
        }
    }

    private func open() throws(PostgreSQLError) -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(parameters, answerLimit: answerLimit)
        guard connection.serverVersion >= Self.oldestVersion else {
            throw PostgreSQLError(
                state: "",
                message: "PostgreSQL \(connection.serverVersion / 10_000) is too old; Today needs 14 or newer."
            )
        }
        // An acknowledged write must be on disk, whatever the server's default is. All statements have an index; without
        // that setting, the plan for one that was prepared while its table was empty reads all of it, until the server has
        // analyzed the table.
        try connection.execute(
            """
            SET idle_in_transaction_session_timeout = '10s'; SET statement_timeout = '30s'; SET bytea_output = 'hex'; SET jit = off;
            SET enable_seqscan = off;
            SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') IN ('off', 'local');
            """
        )
        return connection
    }
}

/// Keeps writes from waiting for a server in turn that has just not answered.
private final class ConnectionGate: Sendable {
    private static let pause = Duration.seconds(1)

    private let state = Mutex<(end: ContinuousClock.Instant, failure: PostgreSQLError)?>(nil)

    var failure: PostgreSQLError? {
        state.withLock { state in
            guard let known = state, ContinuousClock.now < known.end else { return nil }
            return known.failure
        }
    }

    func close(because failure: PostgreSQLError) {
        state.withLock { $0 = (ContinuousClock.now + Self.pause, failure) }
    }
}
