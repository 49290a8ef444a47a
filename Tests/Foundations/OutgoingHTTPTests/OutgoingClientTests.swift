import AsyncHTTPClient
import NIOCore
import NetworkAddresses
import OutgoingHTTP
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(5))) struct OutgoingClientTests {
    /// Sends a request to a port of a host; returns why nothing was sent.
    private func failure(at host: String, _ port: Int, _ policy: AddressPolicy) async throws -> OutgoingFailure? {
        let system = AddressResolver.system()
        let resolver = AddressResolver { host throws(CancellationError) in
            switch host {
            case "rebind.test": return ["127.0.0.1", "::1", "10.0.0.1"].compactMap { NetworkAddress($0) }
            case "empty.test": return []
            default: return try await system.addresses(host)
            }
        }
        let client = OutgoingClient(HTTPClient.Configuration(), resolver: resolver)
        let result: Result<Void, any Error>
        do {
            let request = HTTPClientRequest(url: "https://\(host):\(port)/")
            result = .success(try await client.send(request, to: policy, within: .seconds(5)) { _ in })
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        do { try result.get() } catch let error as OutgoingFailure { return error }
        return nil
    }

    /// Not even a TCP connection is made, which would tell open ports from closed ones.
    @Test(arguments: [
        "127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "0", "0177.0.0.1", "[::ffff:127.0.0.1]", "[::1]",
        "rebind.test",
    ])
    func anAddressThatIsNotAllowedIsNotConnectedTo(host: String) async throws {
        let listener = try ListeningPort()
        switch try await failure(at: host, listener.port, .publicHosts) {
        // A machine without IPv6 knows no address of that kind.
        case .notAllowed, .notFound: break
        case let other: Issue.record("\(host) was tried: \(String(describing: other))")
        }
        #expect(!listener.hasConnection)
    }

    @Test func aNameWithoutAddressesIsNotFound() async throws {
        guard case .notFound = try await failure(at: "empty.test", 9, .anywhere) else {
            Issue.record("a name without addresses was found")
            return
        }
    }

    @Test func aClosedPortIsUnreachableWhereItIsAllowed() async throws {
        for policy in [AddressPolicy.publicHostsAndLoopback, .anywhere] {
            guard case .unreachable = try await failure(at: "127.0.0.1", 1, policy) else {
                Issue.record("nothing listens there")
                return
            }
        }
    }

    /// A name tells nothing about its addresses, so the policy decides about these.
    @Test(arguments: [
        ("93.184.216.34", true, true), ("127.0.0.1", false, true), ("::1", false, true), ("10.0.0.1", false, false),
        ("::ffff:127.0.0.1", false, true), ("169.254.169.254", false, false), ("2606:4700::1", true, true),
        ("0.0.0.0", false, false), ("fd00::1", false, false),
    ])
    func anAddressIsCheckedByThePolicy(text: String, isPublic: Bool, isAllowedWithLoopback: Bool) throws {
        let address = try #require(NetworkAddress(text))
        #expect(AddressPolicy.publicHosts.allows(address) == isPublic)
        #expect(AddressPolicy.publicHostsAndLoopback.allows(address) == isAllowedWithLoopback)
        #expect(AddressPolicy.anywhere.allows(address))
    }
}
