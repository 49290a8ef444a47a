import Testing
import TodayTestSupport

@testable import SessionBus

/// The Secret Service where there is none; with a real one the integration tests speak.
@Suite(.timeLimit(.minutes(1))) struct SecretServiceTests {
    private func failure(of address: String) async throws -> SecretServiceError? {
        let address = try #require(SessionBusAddress(environment: ["DBUS_SESSION_BUS_ADDRESS": address]))
        let service = SecretService(at: address)
        return await #expect(throws: SecretServiceError.self) { try await service.secret(with: ["a": "b"]) }
    }

    @Test func withoutABusItIsMissing() async throws {
        #expect(try await failure(of: "unix:path=/nowhere/bus")?.code == .missing)
    }

    @Test(arguments: ["tcp:host=127.0.0.1,port=1", "unix:path=/nowhere/bus;tcp:host=127.0.0.1,port=1"])
    func noSecretGoesToAnotherMachine(address: String) async throws {
        #expect(try await failure(of: address)?.message.contains("another machine") == true)
    }
}
