import Testing

@testable import NATS

@Suite struct NATSAddressTests {
    private static let system = "/etc/ssl/certs/ca-certificates.crt"

    @Test(arguments: [
        ("nats://127.0.0.1", "127.0.0.1", 4222, nil), ("nats://localhost:5000/", "localhost", 5000, nil),
        ("nats://[::1]:5000", "::1", 5000, nil), ("tls://localhost", "localhost", 4222, system),
        ("nats://nats.example.org", "nats.example.org", 4222, system),
        ("nats://nats.example.org?ca=/a%20b.pem", "nats.example.org", 4222, "/a b.pem"),
        ("nats://127.example.org", "127.example.org", 4222, system), ("nats://10.0.0.1?tls=off", "10.0.0.1", 4222, nil),
        ("nats://127.0.0.1?ca=/x.pem", "127.0.0.1", 4222, "/x.pem"),
    ])
    func otherMachinesAreReachedWithTLS(text: String, host: String, port: Int, authorities: String?) throws {
        let address = try NATSAddress(text)
        #expect(address.host == host && address.port == port && address.authorities == authorities)
        #expect(address.credentials == .none)
    }

    @Test func credentialsAreInFiles() throws {
        #expect(try NATSAddress("tls://a?creds=/x.creds").credentials == .file("/x.creds"))
        #expect(
            try NATSAddress("tls://ada@a?passfile=/x&ca=/y").credentials == .password(user: "ada", file: "/x")
        )
    }

    @Test(arguments: [
        ("redis://a", "nats://HOST:PORT"), ("", "nats://HOST:PORT"), ("nats:", "nats://HOST:PORT"),
        ("nats://", "nats://HOST:PORT"), ("nats://a:99999", "up to 65535"), ("nats://a:0", "up to 65535"),
        ("nats://a/secret", "nats://HOST:PORT"), ("nats://a b", "nats://HOST:PORT"),
        ("nats://ada:secret@a", "has a password, which"), ("nats://:secret@a", "has a password, which"),
        ("nats://ada:secret@a?passfile=/x", "has a password, which"), ("nats://secret@a", "has a user and no password"),
        ("nats://a?passfile=/x", "USER@"),
        ("nats://ada@a?passfile=/x&creds=/y", "leave those out"), ("nats://a?creds=/x&creds=/y", "twice"),
        ("nats://a?token=secret", "nothing else"), ("nats://a?ca=", "nothing else"), ("nats://a?tls=on", "only be off"),
        ("tls://a?tls=off", "leave out one"), ("nats://a?tls=off&ca=/x", "leave out one"),
        ("nats://ada:sec%ret@a", "nats://HOST:PORT"),
    ])
    func aWrongAddressSaysWhatIsWrongButNoSecret(text: String, part: String) {
        let error = #expect(throws: NATSError.self) { try NATSAddress(text) }
        let message = error?.message ?? ""
        #expect(message.contains(part) && !message.contains("sec"), "\(message)")
    }

    @Test func aListHasOneAddressForEachServer() throws {
        let servers = try NATSAddress.list("nats://localhost:1,tls://b?ca=/x")
        #expect(servers.map(\.description) == ["localhost:1", "b:4222"])
        #expect(throws: NATSError.self) { try NATSAddress.list("nats://localhost:1,") }
    }
}
