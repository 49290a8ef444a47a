import HostStorage
import Testing
import TodayTestSupport

@testable import Host

/// What the cloud is told of apps.
@Suite struct RegistrationTests {
    /// Nothing is told that an app may do while nobody knows whether the person denied it.
    @Test func whileWhatThePersonAllowsCannotBeReadNothingIsTold() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            #expect(
                try await MessageService.registrations(AppRegistry(), store, ManualWallClock(), "en").isEmpty
            )
            await store.close()
            let error = await #expect(throws: StoreError.self) {
                _ = try await MessageService.registrations(AppRegistry(), store, ManualWallClock(), "en")
            }
            #expect(error?.code == .closed)
        }
    }
}
