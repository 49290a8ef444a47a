import CloudCore
import CloudStorage
import CloudTestSupport
import Logging
import Testing

/// How failures reach clients and the log.
@Suite struct FailureTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func aRequestThatWasBrokenOffIsNoFailureOfTheStore() async throws {
        try await withCloud { fixture async throws in
            let failure = await withTaskGroup(of: (any Error)?.self) { group in
                group.cancelAll()
                group.addTask {
                    do {
                        _ = try await fixture.store.apps()
                        return nil
                    } catch {
                        do { return try CloudError(translating: error, logger) } catch { return error }
                    }
                }
                return await group.next() ?? nil
            }
            #expect(failure is CancellationError)
        }
    }

    @Test func aFailureOfTheStoreIsToldAsOne() throws {
        let error = try CloudError(translating: CloudStoreError(.unavailable, "The disk is gone."), logger)
        #expect(error.code == .unavailable)
        #expect(!error.message.contains("disk"))
    }
}
